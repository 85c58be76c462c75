import Dependencies
import Foundation
import Testing

private let number = 7

struct MyAPIClient {
  var fetch: () async throws -> Int
}

extension MyAPIClient: DependencyKey {
  static var liveValue: MyAPIClient = {
    return .init(fetch: {
      // ...
      return number
    })
  }()
}

extension MyAPIClient {
  static var testValue = Self(fetch: { throw CancellationError() })
}

final class MainViewModel {
  @Dependency(MyAPIClient.self) private var myAPIClient
  // ...
  func load() async -> Int? {
    do {
      let result = try await myAPIClient.fetch()
      return result
    } catch {
      return nil
    }
  }
}

extension DependencyValues {
  var myAPIClient: MyAPIClient {  // ←
    get { self[MyAPIClient.self] }
    set { self[MyAPIClient.self] = newValue }
  }
}

final class MethodViewModel {
  @Dependency(\.myAPIClient.fetch) private var fetch

  func load() async -> Int? {
    do {
      let result = try await fetch()
      return result
    } catch {
      return nil
    }
  }
}

struct MyLogger: DependencyKey {
  var notice: (String) -> Void

  static let liveValue = MyLogger { print($0) }
  static let testValue = MyLogger(notice: unimplemented("MyLogger.notice"))
}

func foo() {
  @Dependency(MyLogger.self) var logger
  logger.notice("log messages")
}

struct Screen {
  var loggedTitle: String {
    @Dependency(MyLogger.self) var logger
    logger.notice("title read")
    return "Title"
  }
}

@Suite struct StructInterfaceTests {
  @Test func `a struct of closures is registered without an extension of DependencyValues`() async {
    let viewModel = withDependencies {
      $0.context = .live
    } operation: {
      MainViewModel()
    }
    #expect(await viewModel.load() == 7)
  }

  @Test func `one closure is overridden by type`() async {
    let viewModel = withDependencies {
      $0[MyAPIClient.self].fetch = { return 42 }
    } operation: {
      MainViewModel()
    }
    #expect(await viewModel.load() == 42)
  }

  @Test func `a single method is injected`() async {
    let viewModel = withDependencies {
      $0.myAPIClient.fetch = { 43 }
    } operation: {
      MethodViewModel()
    }
    #expect(await viewModel.load() == 43)
    #expect(await MethodViewModel().load() == nil)
  }

  @Test func `a dependency can be injected in a function and in a computed property`() {
    let messages = LockIsolated<[String]>([])
    withDependencies {
      $0[MyLogger.self].notice = { message in messages.withValue { $0.append(message) } }
    } operation: {
      foo()
      #expect(Screen().loggedTitle == "Title")
    }
    #expect(messages.value == ["log messages", "title read"])
  }
}
