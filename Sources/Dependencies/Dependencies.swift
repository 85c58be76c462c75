#if SupportExports
  @_exported public import DependencySupport
#endif
