#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Shows issues on standard error and stops in the debugger if one is attached.
public struct _BreakpointReporter: IssueReporter {
  public func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    StandardError.write(IssueText.of(message()), at: (fileID, filePath, line, column))
    if Debugger.isAttached { raise(SIGTRAP) }
  }
}

extension IssueReporter where Self == _BreakpointReporter {
  /// Shows issues on standard error and stops in the debugger if one is attached.
  public static var breakpoint: Self { Self() }
}

private enum Debugger {
  static var isAttached: Bool {
    #if canImport(Darwin)
      var name: [Int32] = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
      var info = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.size
      guard sysctl(&name, UInt32(name.count), &info, &size, nil, 0) == 0 else { return false }
      return info.kp_proc.p_flag & P_TRACED != 0
    #else
      guard let file = fopen("/proc/self/status", "r") else { return false }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 256)
      while fgets(&line, Int32(line.count), file) != nil {
        let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasPrefix("TracerPid:") else { continue }
        return text.contains { $0.isNumber && $0 != "0" }
      }
      return false
    #endif
  }
}
