/// A key whose value is made of other dependencies, and is made anew wherever one of these is overridden.
///
/// An ordinary default that exists already stays what it is when something that it was made of is overridden later. A derived
/// one follows:
///
/// ```swift
/// enum GreetingKey: DerivedDependencyKey {
///   static var liveValue: String {
///     @Dependency(\.userName) var userName
///     return "Hello, \(userName)!"
///   }
/// }
///
/// withDependencies { $0.userName = "Blob" } operation: {
///   // \.greeting is "Hello, Blob!" here, also if it was read before.
/// }
/// ```
///
/// It is made once in each scope that overrides something which it read, directly or through other dependencies. A read costs a
/// look-up for each key that it read, where there are overrides at all.
public protocol DerivedDependencyKey: DependencyKey {}
