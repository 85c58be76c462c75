/// Who needs what: the program as a graph, ready to be drawn or written down.
public struct DependencyModel: Sendable {
  /// Something that needs or is needed.
  public struct Node: Sendable, Identifiable {
    public enum Kind: String, Sendable, CaseIterable {
      /// A type that reads dependencies or makes one that does.
      case feature
      /// A function or the top level of a file.
      case function
      /// A key of `DependencyValues`.
      case key
      /// A registration of a container.
      case service
      /// A type that is made from its dependencies.
      case injectable
    }
    public let id: String
    public var name: String
    public var kind: Kind
    public var module: String
    public var position: SourcePosition?
    public var isTest: Bool
    /// Whether it has no live value, or nobody registers it.
    public var isMissing: Bool
    /// What more there is to say, a line each.
    public var details: [String]
  }

  /// One node's need of another.
  public struct Edge: Sendable, Hashable {
    public enum Kind: String, Sendable { case reads, creates, resolves, needs }
    public var from: String
    public var to: String
    public var kind: Kind
    public var position: SourcePosition?
    /// The `#if` conditions under which it exists.
    public var condition: String?
  }

  /// A key and where its values come from.
  public struct Key: Sendable {
    public var name: String
    public var properties: [String]
    public var module: String
    public var valueType: String?
    public var position: SourcePosition?
    public var isBuiltIn: Bool
    public var live: [Value]
    public var preview: [Value]
    public var test: [Value]
    public var readCount: Int
    public var testReadCount: Int
  }

  public struct Value: Sendable {
    public var position: SourcePosition?
    public var module: String
    public var condition: String?
  }

  public internal(set) var nodes: [Node] = []
  public internal(set) var edges: [Edge] = []
  public internal(set) var keys: [Key] = []

  public init() {}

  /// The modules of all nodes, sorted.
  public var modules: [String] { Array(Set(nodes.map(\.module))).sorted() }
}

extension DependencyModel {
  init(_ program: Program) {
    var builder = ModelBuilder(program)
    builder.build()
    nodes = builder.nodes.values.sorted { $0.id < $1.id }
    edges = builder.edges.sorted {
      ($0.from, $0.to, $0.kind.rawValue) < ($1.from, $1.to, $1.kind.rawValue)
    }
    keys = program.keys.filter { !$0.isBuiltIn || !$0.reads.isEmpty }.map { key in
      func values(_ values: [Program.KeyValue]) -> [Value] {
        values.map { value in
          Value(
            position: value.file < 0 ? nil : program.position(value.file, value.offset),
            module: value.file < 0 ? key.module : program.locations[value.file].module,
            condition: value.file < 0 ? nil : program.files[value.file].condition(at: value.offset))
        }
      }
      let testReads = key.reads.filter { program.reads[$0].isTest }.count
      return Key(
        name: key.name,
        properties: key.isBuiltIn ? [key.name] : key.properties.map(\.name), module: key.module,
        valueType: key.valueType,
        position: key.file < 0 ? nil : program.position(key.file, key.offset),
        isBuiltIn: key.isBuiltIn,
        live: key.live.isEmpty && key.hasLive
          ? [Value(position: nil, module: key.module, condition: nil)] : values(key.live),
        preview: values(key.preview), test: values(key.test),
        readCount: key.reads.count - testReads, testReadCount: testReads)
    }.sorted { ($0.module, $0.name) < ($1.module, $1.name) }
  }
}

private struct ModelBuilder {
  let program: Program
  var nodes: [String: DependencyModel.Node] = [:]
  var edges: [DependencyModel.Edge] = []
  private var seen: Set<String> = []
  private var keyOfValueType: [Int: Int] = [:]
  private var firstKeyOfName: [String: Int] = [:]

  init(_ program: Program) { self.program = program }

  mutating func build() {
    for key in program.keys where !key.isBuiltIn {
      if let type = key.type { keyOfValueType[type] = key.id }
      if let name = key.valueType, key.file >= 0, let type = program.resolve(name, from: key.file),
        keyOfValueType[type] == nil, program.types[type].kind == .struct,
        program.dependencies(of: type).isEmpty
      {
        keyOfValueType[type] = key.id
      }
    }
    for key in program.keys.reversed() { firstKeyOfName["\(key.module).\(key.name)"] = key.id }
    for key in program.keys where !key.isBuiltIn || !key.reads.isEmpty { addKey(key) }
    for service in program.services { addService(service) }
    for type in program.types { addInjectable(type) }
    for read in program.reads {
      guard let key = read.key, let owner = owner(of: read.entity) else { continue }
      connect(
        owner, "key:\(keyName(program.keys[key]))", .reads, file: read.fact.file,
        offset: program.fact(read).place.offset)
    }
    for resolution in program.resolutions {
      guard let owner = owner(of: resolution.entity) else { continue }
      let fact = program.fact(resolution)
      let target: String
      if let service = resolution.service {
        target = serviceName(program.services[service])
      } else {
        target = addMissingService(resolution)
      }
      connect(owner, target, .resolves, file: resolution.fact.file, offset: fact.place.offset)
    }
    addCreations()
  }

  /// The name by which a key is told from all others. Private keys of two files may share theirs.
  private func keyName(_ key: Program.Key) -> String {
    let name = "\(key.module).\(key.name)"
    guard let first = firstKeyOfName[name], first != key.id else { return name }
    return "\(name)#\(key.id - first)"
  }

  private mutating func addKey(_ key: Program.Key) {
    var details: [String] = []
    if let type = key.valueType { details.append("value: \(type)") }
    let isPrepared = program.prepared.contains { prepared in
      prepared.key == key.id && !program.locations[prepared.file].isTest
    }
    let isReadByProgram = key.reads.contains { !program.reads[$0].isTest }
    if !key.hasLive, isPrepared { details.append("prepared where the program starts") }
    if !key.isBuiltIn {
      let values = [
        key.hasLive ? "live" : nil, key.preview.isEmpty ? nil : "preview",
        key.test.isEmpty ? nil : "test",
      ].compactMap { $0 }
      details.append(values.isEmpty ? "no values" : "values: " + values.joined(separator: ", "))
    }
    let id = "key:\(keyName(key))"
    nodes[id] = DependencyModel.Node(
      id: id, name: key.properties.first?.name ?? key.name, kind: .key, module: key.module,
      position: key.file < 0 ? nil : program.position(key.file, key.offset), isTest: key.isTest,
      isMissing: !key.hasLive && !isPrepared && isReadByProgram, details: details)
    // What making the live value needs.
    for value in key.live {
      guard let entity = value.entity else { continue }
      for need in program.needs(of: entity) {
        switch need.target {
        case .key(let target) where target != key.id || need.isEager:
          connect(
            id, "key:\(keyName(program.keys[target]))", .needs, file: need.file,
            offset: need.offset)
        case .service(let service):
          connect(
            id, serviceName(program.services[service]), .resolves, file: need.file,
            offset: need.offset)
        default: break
        }
      }
    }
  }

  private func serviceName(_ service: Program.Service) -> String {
    switch service.name {
    case .none: "service:\(service.type)"
    case .literal(let name): "service:\(service.type)#\(name)"
    case .dynamic: "service:\(service.type)#?"
    }
  }

  private mutating func addService(_ service: Program.Service) {
    let id = serviceName(service)
    guard nodes[id] == nil else { return }
    let fact = program.fact(service)
    let file = service.registration.file
    var details: [String] = []
    if let scope = fact.scope { details.append("scope: \(scope)") }
    if service.forwardOffset != nil { details.append("forwards to \(fact.service)") }
    nodes[id] = DependencyModel.Node(
      id: id, name: service.displayName, kind: .service, module: program.locations[file].module,
      position: program.position(file, service.forwardOffset ?? fact.place.offset),
      isTest: service.isTest, isMissing: false, details: details)
    if service.forwardOffset != nil,
      let target = program.services.first(where: {
        $0.registration == service.registration && $0.forwardOffset == nil
      })
    {
      connect(id, serviceName(target), .needs, file: file, offset: service.forwardOffset ?? 0)
      return
    }
    for need in program.needs(of: service) {
      switch need.target {
      case .service(let target):
        connect(
          id, serviceName(program.services[target]), .resolves, file: need.file,
          offset: need.offset)
      case .key(let key):
        connect(
          id, "key:\(keyName(program.keys[key]))", .reads, file: need.file, offset: need.offset)
      case .resolution: break
      }
    }
  }

  private mutating func addMissingService(_ resolution: Program.Resolution) -> String {
    let name: String
    switch program.fact(resolution).name {
    case .none: name = "service:\(resolution.type)"
    case .literal(let text): name = "service:\(resolution.type)#\(text)"
    case .dynamic: name = "service:\(resolution.type)#?"
    }
    if nodes[name] == nil {
      nodes[name] = DependencyModel.Node(
        id: name, name: resolution.type, kind: .service,
        module: program.locations[resolution.fact.file].module, position: nil,
        isTest: resolution.isTest, isMissing: !resolution.isOptional,
        details: ["nobody registers it"])
    }
    return name
  }

  private mutating func addInjectable(_ type: ProgramType) {
    guard let dependencies = program.injectableDependencies(of: type.id) else { return }
    let id = addType(type)
    nodes[id]?.kind = .injectable
    for dependency in dependencies {
      let target = program.types[dependency.type]
      let services = program.services(of: target.path)
      if let service = services.first {
        connect(id, serviceName(service), .needs, file: dependency.file, offset: dependency.offset)
      } else {
        connect(
          id, addType(target), .needs, file: dependency.file, offset: dependency.offset)
      }
    }
  }

  private mutating func addType(_ type: ProgramType) -> String {
    let id = "type:\(type.module).\(type.path)"
    if nodes[id] == nil {
      nodes[id] = DependencyModel.Node(
        id: id, name: type.path, kind: .feature, module: type.module,
        position: program.position(type.file, type.offset), isTest: type.isTest,
        isMissing: false, details: ["\(type.kind.rawValue)"])
    }
    return id
  }

  /// The node that an entity belongs to, or `nil` where a key's own node already says what it needs.
  private mutating func owner(of id: EntityID) -> String? {
    let entity = program.entity(id)
    if entity.kind == .factory { return nil }
    if let type = program.type(of: id) {
      let info = program.types[type]
      if info.path == "DependencyValues" { return nil }
      if let key = keyOfValueType[type], entity.isStatic {
        return "key:\(keyName(program.keys[key]))"
      }
      return addType(info)
    }
    let isTopLevel = entity.kind == .topLevel || entity.kind == .storedProperty
    let file = program.files[id.file].path
    let base = file.split(separator: "/").last.map(String.init) ?? file
    let name = isTopLevel ? base : entity.name
    let nodeID =
      isTopLevel
      ? "file:\(file)" : "function:\(program.locations[id.file].module).\(name)"
    if nodes[nodeID] == nil {
      nodes[nodeID] = DependencyModel.Node(
        id: nodeID, name: name, kind: .function, module: program.locations[id.file].module,
        position: program.position(id.file, isTopLevel ? 0 : entity.offset),
        isTest: program.isTest(id), isMissing: false,
        details: [isTopLevel ? "top level" : "function"])
    }
    return nodeID
  }

  private mutating func connect(
    _ from: String, _ to: String, _ kind: DependencyModel.Edge.Kind, file: Int, offset: UInt32
  ) {
    guard from != to || kind == .needs, seen.insert("\(from)\n\(to)").inserted else { return }
    edges.append(
      DependencyModel.Edge(
        from: from, to: to, kind: kind, position: program.position(file, offset),
        condition: program.files[file].condition(at: offset)))
  }

  /// Types that make one that matters matter as well, up to those that nobody makes.
  private mutating func addCreations() {
    var makers: [Int: [Program.Creation]] = [:]
    for creation in program.creations { makers[creation.type, default: []].append(creation) }
    var queue = program.types.filter {
      nodes["type:\($0.module).\($0.path)"] != nil
    }.map(\.id)
    var reached = Set(queue)
    var position = 0
    while position < queue.count {
      let type = queue[position]
      position += 1
      let target = addType(program.types[type])
      for creation in makers[type, default: []] {
        guard let owner = owner(of: creation.entity) else {
          if program.entity(creation.entity).kind == .factory {
            connectFactory(creation, to: target)
          }
          continue
        }
        guard owner != target else { continue }
        connect(
          owner, target, .creates, file: creation.entity.file, offset: creation.place.offset)
        if let maker = program.type(of: creation.entity), owner.hasPrefix("type:"),
          reached.insert(maker).inserted
        {
          queue.append(maker)
        }
      }
    }
  }

  private mutating func connectFactory(_ creation: Program.Creation, to target: String) {
    let file = program.files[creation.entity.file]
    guard
      let index = file.registrations.firstIndex(where: { $0.factory == creation.entity.index }),
      let service = program.services.first(where: {
        $0.registration == FactID(file: creation.entity.file, index: index)
          && $0.forwardOffset == nil
      })
    else { return }
    connect(
      serviceName(service), target, .creates, file: creation.entity.file,
      offset: creation.place.offset)
  }
}
