/// Who makes which shared instance, and who waits for whom.
///
/// A *session* is one outermost resolution of one thread, with everything nested in it. It *claims* a storage before it
/// makes the storage's instance and keeps the claim until the instance is finished: stored, and everything in reach of
/// it completed. Other sessions wait for a claimed storage. When a wait would close a circle, a session of the circle that
/// waits for an instance which is stored already is handed that instance; a circle in which nothing is stored consists of
/// constructors alone and is an error.
///
/// A session that was handed a foreign unfinished instance has *borrowed* from its owner and finishes its own instances only
/// together with it, so that nobody outside these sessions meets a half-built object.
///
/// The machine is a value without threads or locks; ``ResolutionCoordinator`` holds it under a lock and acts.
struct ResolutionStateMachine<Storage: Hashable, Session: Hashable, Instance, Step> {
  /// A running constructor, or the service that is asked for at the end of a path. Services that are not shared have no
  /// storage to wait for.
  struct Node {
    var storage: Storage?
    var step: Step
  }

  enum Answer {
    /// The session has the claim and makes the instance.
    case construct
    /// The session is making that instance already.
    case reenter
    /// The instance, which is not finished, but which the session may see.
    case use(Instance)
    /// To be asked again, by ``resume(_:)``, when the waiting sessions are woken.
    case wait
    /// The claim that the session waited for is gone; look into the storage and ask again.
    case retry
    /// Constructors that need each other, from the first to the same one again. The session's own begin with `from`.
    case cycle([Step], from: Storage)
  }

  enum Ending {
    /// Everything that the session claimed may be published.
    case release
    case wait
  }

  enum Phase {
    case constructing
    case stored(Instance)
  }

  struct Claim {
    var owner: Session
    var phase: Phase
  }

  struct Party {
    var waited: Storage?
    var path: [Node] = []
    var isGranted = false
    var isEnding = false
    var lenders: Set<Session> = []
  }

  private var claims: [Storage: Claim] = [:]
  private var parties: [Session: Party] = [:]

  init() {}

  var isIdle: Bool { claims.isEmpty && parties.isEmpty }
}

// MARK: - Asking

extension ResolutionStateMachine {
  /// Asks for the instance of a storage that was found empty. `path` ends with the service that is asked for.
  mutating func request(_ storage: Storage, by session: Session, path: () -> [Node]) -> Answer {
    guard let claim = claims[storage] else {
      claims[storage] = Claim(owner: session, phase: .constructing)
      join(session)
      return .construct
    }
    if claim.owner == session {
      switch claim.phase {
      case .constructing: return .reenter
      case .stored(let instance): return .use(instance)
      }
    }
    guard let circle = circle(from: claim.owner, to: session) else {
      wait(for: storage, session, path())
      return .wait
    }
    if case .stored(let instance) = claim.phase {
      join(session)
      parties[session]?.lenders.insert(claim.owner)
      return .use(instance)
    }
    if grantOne(of: circle) {
      wait(for: storage, session, path())
      return .wait
    }
    return cycle(closedBy: storage, path: path(), through: circle)
  }

  /// What a woken session does next.
  mutating func resume(_ session: Session) -> Answer {
    guard let party = parties[session], let storage = party.waited else { return .retry }
    guard let claim = claims[storage] else {
      stopWaiting(session)
      return .retry
    }
    guard party.isGranted else { return .wait }
    guard case .stored(let instance) = claim.phase else { return .wait }
    stopWaiting(session)
    parties[session]?.lenders.insert(claim.owner)
    return .use(instance)
  }

  private mutating func join(_ session: Session) {
    if parties[session] == nil { parties[session] = Party() }
  }

  private mutating func wait(for storage: Storage, _ session: Session, _ path: [Node]) {
    join(session)
    parties[session]?.waited = storage
    parties[session]?.path = path
  }

  /// Hands the instance that it waits for to one session of a circle, if one is stored.
  private mutating func grantOne(of circle: [Session]) -> Bool {
    for member in circle {
      guard let waited = parties[member]?.waited, case .stored? = claims[waited]?.phase else {
        continue
      }
      parties[member]?.isGranted = true
      return true
    }
    return false
  }

  private mutating func stopWaiting(_ session: Session) {
    parties[session]?.waited = nil
    parties[session]?.path = []
    parties[session]?.isGranted = false
  }

  /// The sessions, beginning with `first`, that wait for each other until one of them waits for `last`.
  private func circle(from first: Session, to last: Session) -> [Session]? {
    var visited: Set<Session> = []
    func search(_ session: Session) -> [Session]? {
      guard visited.insert(session).inserted, let party = parties[session] else { return nil }
      for next in blockers(of: party) {
        if next == last { return [session] }
        if let rest = search(next) { return [session] + rest }
      }
      return nil
    }
    return search(first)
  }

  private func blockers(of party: Party) -> [Session] {
    if let storage = party.waited, !party.isGranted, let owner = claims[storage]?.owner {
      return [owner]
    }
    return party.isEnding ? Array(party.lenders) : []
  }

  private func cycle(closedBy storage: Storage, path: [Node], through circle: [Session]) -> Answer {
    guard let last = circle.last, let own = parties[last]?.waited else {
      return .cycle(path.map(\.step), from: storage)
    }
    var steps = path.drop { $0.storage != own }.map(\.step)
    var entrance = storage
    for session in circle {
      guard let party = parties[session], let waited = party.waited else { continue }
      steps += party.path.drop { $0.storage != entrance }.dropFirst().map(\.step)
      entrance = waited
    }
    return .cycle(steps, from: own)
  }
}

// MARK: - Answering

extension ResolutionStateMachine {
  /// The instance exists; it is visible to its session, and to those that wait in a circle.
  mutating func store(_ instance: Instance, in storage: Storage) {
    claims[storage]?.phase = .stored(instance)
  }

  /// The instance that the session has stored in a storage that it claims.
  func stored(in storage: Storage, by session: Session) -> Instance? {
    guard let claim = claims[storage], claim.owner == session,
      case .stored(let instance) = claim.phase
    else {
      return nil
    }
    return instance
  }

  /// Gives a claim up: the instance is published, or there will be none.
  mutating func release(_ storage: Storage, by session: Session) {
    if claims[storage]?.owner == session { claims[storage] = nil }
  }

  /// The session's outermost resolution is over.
  mutating func end(_ session: Session) -> Ending {
    guard parties[session] != nil else { return .release }
    parties[session]?.isEnding = true
    while let circle = circle(from: session, to: session), grantOne(of: circle) {}
    return resumeEnding(session)
  }

  /// What a session that is ending and was woken does next.
  ///
  /// It may go when everybody whose unfinished instances are in reach of its own is ending too.
  mutating func resumeEnding(_ session: Session) -> Ending {
    var reached: Set<Session> = []
    var open = [session]
    while let next = open.popLast() {
      guard reached.insert(next).inserted, let party = parties[next] else { continue }
      guard party.isEnding else { return .wait }
      open += party.lenders
    }
    return .release
  }

  /// Forgets a session that has released its claims.
  mutating func leave(_ session: Session) {
    parties[session] = nil
  }
}

extension ResolutionStateMachine.Phase: Equatable where Instance: Equatable {}
extension ResolutionStateMachine.Phase: Hashable where Instance: Hashable {}
extension ResolutionStateMachine.Claim: Equatable where Instance: Equatable {}
extension ResolutionStateMachine.Claim: Hashable where Instance: Hashable {}
extension ResolutionStateMachine.Node: Equatable where Step: Equatable {}
extension ResolutionStateMachine.Node: Hashable where Step: Hashable {}
extension ResolutionStateMachine.Party: Equatable where Step: Equatable {}
extension ResolutionStateMachine.Party: Hashable where Step: Hashable {}
extension ResolutionStateMachine: Equatable where Instance: Equatable, Step: Equatable {}
extension ResolutionStateMachine: Hashable where Instance: Hashable, Step: Hashable {}
