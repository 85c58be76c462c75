#if Foundation
  public import Foundation

  extension DependencyValues {
    /// The user's calendar, which follows the settings.
    public var calendar: Calendar {
      get { self[CalendarKey.self] }
      set { self[CalendarKey.self] = newValue }
    }

    /// The user's locale, which follows the settings.
    public var locale: Locale {
      get { self[LocaleKey.self] }
      set { self[LocaleKey.self] = newValue }
    }

    /// The locales of the user's languages, the preferred one first. They are read at each access, unless they are overridden.
    public var preferredLocales: [Locale] {
      get { self[PreferredLocalesKey.self].locales() }
      set { self[PreferredLocalesKey.self] = PreferredLocales { newValue } }
    }

    /// The user's time zone, which follows the settings.
    public var timeZone: TimeZone {
      get { self[TimeZoneKey.self] }
      set { self[TimeZoneKey.self] = newValue }
    }
  }

  private enum CalendarKey: DependencyKey {
    static var liveValue: Calendar { .autoupdatingCurrent }
  }

  private enum LocaleKey: DependencyKey {
    static var liveValue: Locale { .autoupdatingCurrent }
  }

  private enum PreferredLocalesKey: DependencyKey {
    static var liveValue: PreferredLocales {
      PreferredLocales { Locale.preferredLanguages.map(Locale.init(identifier:)) }
    }
  }

  private struct PreferredLocales: Sendable {
    let locales: @Sendable () -> [Locale]
  }

  private enum TimeZoneKey: DependencyKey {
    static var liveValue: TimeZone { .autoupdatingCurrent }
  }
#endif
