// The compiler reads the files by name and stops at the first missing module, so this one has to come first.
#if !canImport(SwiftSyntaxMacros)
  #error(
    """
    The macros of this package need swift-syntax, which is neither in this toolchain nor among the packages. Turn the \
    package trait 'Macros' on, or set the environment variable GRAFT_SWIFT_SYNTAX=toolchain and use a toolchain that \
    has lib/swift/host.
    """)
#endif
