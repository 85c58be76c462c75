/// stub
public func reportIssue(_ message: @autoclosure () -> String? = nil) { print(message() ?? "") }
