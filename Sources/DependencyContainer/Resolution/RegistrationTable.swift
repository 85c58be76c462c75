public import CDependencyAtomics

/// An open-addressing table of registrations that is read without a lock while one writer adds to it.
///
/// Sendable because each slot is a word of its own that is only ever read and written atomically, and writers take turns by
/// the registry's lock. What a replaced slot held, and a replaced table, are kept by ``Reclamation`` until no reader can
/// still be looking at them.
@usableFromInline final class RegistrationTable: @unchecked Sendable {
  @usableFromInline let slots: UnsafeMutablePointer<UInt>
  @usableFromInline let mask: Int
  private(set) var count = 0

  init(capacity: Int) {
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: 0, count: capacity)
    mask = capacity - 1
  }

  deinit {
    for index in 0...mask {
      guard let address = UnsafeRawPointer(bitPattern: slots[index]) else { continue }
      Unmanaged<Registration>.fromOpaque(address).release()
    }
    slots.deallocate()
  }

  var isCrowded: Bool { (count + 1) * 2 > mask + 1 }

  @inlinable
  static func hash(_ service: ObjectIdentifier, _ arguments: ObjectIdentifier) -> Int {
    let mixed =
      UInt(bitPattern: service.hashValueOfAddress) &+ UInt(bitPattern: arguments.hashValueOfAddress)
      &* 31
    return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) >> 24)
  }

  /// The registration at a key without name and option. The caller is inside ``ResolverThread/enter(_:)``.
  @inlinable
  func plain(_ service: ObjectIdentifier, _ arguments: ObjectIdentifier) -> Unmanaged<Registration>?
  {
    var index = Self.hash(service, arguments) & mask
    while let address = UnsafeRawPointer(bitPattern: graft_load_sequential(slots + index)) {
      let found = Unmanaged<Registration>.fromOpaque(address)
      if found._withUnsafeGuaranteedRef({
        $0.service == service && $0.arguments == arguments && $0.isPlain
      }) {
        return found
      }
      index = (index + 1) & mask
    }
    return nil
  }

  private func slot(of key: ServiceKey) -> Int {
    var index =
      Self.hash(ObjectIdentifier(key.serviceType), ObjectIdentifier(key.argumentsType)) & mask
    while let address = UnsafeRawPointer(bitPattern: graft_load_sequential(slots + index)) {
      if Unmanaged<Registration>.fromOpaque(address)._withUnsafeGuaranteedRef({ $0.key == key }) {
        break
      }
      index = (index + 1) & mask
    }
    return index
  }

  func registration(for key: ServiceKey) -> Registration? {
    guard let address = UnsafeRawPointer(bitPattern: graft_load_sequential(slots + slot(of: key)))
    else { return nil }
    return Unmanaged<Registration>.fromOpaque(address).takeUnretainedValue()
  }

  /// Puts a registration in its slot, and returns the one that it replaces.
  func insert(_ registration: Registration) -> Registration? {
    let index = slot(of: registration.key)
    let new = UInt(bitPattern: Unmanaged.passRetained(registration).toOpaque())
    let old = graft_exchange_sequential(slots + index, new)
    guard let address = UnsafeRawPointer(bitPattern: old) else {
      count += 1
      return nil
    }
    return Unmanaged<Registration>.fromOpaque(address).takeRetainedValue()
  }

  var registrations: [Registration] {
    (0...mask).compactMap { index in
      UnsafeRawPointer(bitPattern: graft_load_sequential(slots + index)).map {
        Unmanaged<Registration>.fromOpaque($0).takeUnretainedValue()
      }
    }
  }
}

extension ObjectIdentifier {
  @inlinable var hashValueOfAddress: Int { Int(bitPattern: self) }
}
