/// A running factory or init-completed action, on the stack of the thread that runs it.
@usableFromInline struct ResolutionFrame {
  @usableFromInline let parent: UnsafeMutablePointer<ResolutionFrame>?
  @usableFromInline let registration: Unmanaged<Registration>
  /// The argument tuple of a factory.
  @usableFromInline let arguments: UnsafeRawPointer?
  @usableFromInline let isConstructing: Bool
  /// Set when the factory turned out to be part of a cycle: what it makes is dropped.
  @usableFromInline var isPartOfCycle = false
  /// Set when something unfinished is in reach of what the factory makes.
  @usableFromInline var isUnfinished = false

  @inlinable init(
    parent: UnsafeMutablePointer<ResolutionFrame>?, registration: Unmanaged<Registration>,
    arguments: UnsafeRawPointer?, isConstructing: Bool
  ) {
    self.parent = parent
    self.registration = registration
    self.arguments = arguments
    self.isConstructing = isConstructing
  }

  var entry: Entry { registration._withUnsafeGuaranteedRef { $0.entry } }
}
