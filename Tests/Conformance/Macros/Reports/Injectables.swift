import Dependencies
import DependenciesMacros
import DependencyContainer

@Injectable
final class ViewController {
  let userId: Int
}

@Injectable
struct Settings {
  let theme: String
}

func makeThem() {
  _ = ViewController.make(dependency: .init(userId: 1111))
  _ = Settings.make(dependency: .init(theme: "dark"))
  _ = ViewController(dependency: .init(userId: 1111))
  //~ error: 'ViewController' initializer is inaccessible due to 'private' protection level
  _ = ViewController(userId: 1111)
  //~ error: 'ViewController' initializer is inaccessible due to 'private' protection level
  //~ error: incorrect argument label in call (have 'userId:', expected 'dependency:')
  //~ error: cannot convert value of type 'Int' to expected argument type 'ViewController.Dependency'
  _ = ViewController()
  //~ error: 'ViewController' initializer is inaccessible due to 'private' protection level
  //~ error: missing argument for parameter 'dependency' in call
  _ = Settings(dependency: .init(theme: "dark"))
  //~ error: 'Settings' initializer is inaccessible due to 'private' protection level
  _ = Settings(theme: "dark")
  //~ error: 'Settings' initializer is inaccessible due to 'private' protection level
  //~ error: incorrect argument label in call (have 'theme:', expected 'dependency:')
  //~ error: cannot convert value of type 'String' to expected argument type 'Settings.Dependency'
}
