#if canImport(SwiftCompilerPlugin)
  internal import SwiftCompilerPlugin
  internal import SwiftSyntaxMacros

  @main
  struct DependenciesMacrosPlugin: CompilerPlugin {
    let providingMacros = allMacros
  }
#elseif canImport(SwiftCompilerPluginMessageHandling)
  @_spi(PluginMessage) internal import SwiftCompilerPluginMessageHandling
  internal import SwiftSyntaxMacros

  /// Answers the compiler on standard input and output, as `CompilerPlugin` of the swift-syntax package does.
  @main
  struct DependenciesMacrosPlugin: PluginProvider {
    struct UnknownMacro: Error {
      let name: String
    }

    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
      guard let macro = allMacros.first(where: { String(describing: $0) == typeName }) else {
        throw UnknownMacro(name: "\(moduleName).\(typeName)")
      }
      return macro
    }

    static func main() throws {
      let connection = try StandardIOMessageConnection()
      try CompilerPluginMessageListener(connection: connection, provider: Self()).main()
    }
  }
#endif

#if canImport(SwiftSyntaxMacros)
  private var allMacros: [any Macro.Type] {
    [
      DependencyClientMacro.self,
      DependencyEndpointMacro.self,
      DependencyEndpointIgnoredMacro.self,
      DependencyEntryMacro.self,
      DependencyEntryDefaultValueMacro.self,
      InjectableMacro.self,
      MainActorClientMacro.self,
      MainActorEntryMacro.self,
      NonSendableEntryMacro.self,
      PassedProbeMacro.self,
    ]
  }
#endif
