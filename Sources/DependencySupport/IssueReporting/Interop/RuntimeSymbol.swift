#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A function of a library that is loaded but not linked, laid out as a Swift function value is.
struct RuntimeFunction {
  private let code: UnsafeRawPointer
  private let context: UnsafeRawPointer?

  /// - Parameters:
  ///   - name: The mangled name.
  ///   - context: The object whose method it is.
  init(_ name: String, context: UnsafeRawPointer? = nil) throws(MissingSymbol) {
    guard let code = RuntimeSymbol.find(name) else { throw MissingSymbol(name: name) }
    self.code = UnsafeRawPointer(code)
    self.context = context
  }

  /// The function as the only field of a structure.
  ///
  /// The structure is needed because a bare function type, passed as a generic argument, has another calling
  /// convention than the same type as a field.
  func read<Shape>(as shape: Shape.Type) -> Shape {
    unsafeBitCast(self, to: shape)
  }
}

enum RuntimeSymbol {
  static func find(_ name: String) -> UnsafeMutableRawPointer? {
    #if canImport(Darwin)
      dlsym(UnsafeMutableRawPointer(bitPattern: -2), name)
    #else
      dlsym(nil, name)
    #endif
  }
}

struct MissingSymbol: Error {
  let name: String
}
