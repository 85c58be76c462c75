public import CDependencyAtomics
#if SupportExports
  @_exported public import DependencySupport
#endif
@inlinable public func frame() -> UnsafeMutableRawPointer? { graft_frame() }
@usableFromInline final class W { @exclusivity(unchecked) @usableFromInline var w: UInt = 0
 @inlinable init() {}
 @inlinable func load() -> UInt { withUnsafeMutablePointer(to: &w) { graft_load_acquire($0) } } }
@inlinable public func tryit() -> UInt { W().load() }
