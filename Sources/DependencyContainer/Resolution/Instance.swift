/// A made service, kept with its static type so that reading it back needs no dynamic cast.
@usableFromInline class AnyInstance {
  @usableFromInline let type: ObjectIdentifier

  @usableFromInline init(type: ObjectIdentifier) {
    self.type = type
  }

  var any: Any { preconditionFailure("An instance is made by its subclass.") }

  /// Instances of value types are not shared within a graph.
  var isObject: Bool { Swift.type(of: any) is AnyClass }

  /// The value as another type, or nil if it is none.
  @inlinable
  final func value<Service>(as _: Service.Type) -> Service? {
    if type == ObjectIdentifier(Service.self) {
      return unsafeDowncast(self, to: Instance<Service>.self).value
    }
    return cast(to: Service.self)
  }

  @usableFromInline
  final func cast<Service>(to _: Service.Type) -> Service? {
    any as? Service
  }
}

@usableFromInline final class Instance<Service>: AnyInstance {
  @usableFromInline let value: Service

  @inlinable init(_ value: Service) {
    self.value = value
    super.init(type: ObjectIdentifier(Service.self))
  }

  override var any: Any { value }
}

/// A factory with its static type. It is read back with the type that its registration's key names.
@usableFromInline final class Factory<Function> {
  @usableFromInline let call: Function

  @inlinable init(_ call: Function) {
    self.call = call
  }
}
