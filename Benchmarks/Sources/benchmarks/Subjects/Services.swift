import DependencyContainer

protocol Service: Sendable {}

final class Desk: Service {}

final class Customer: Sendable {
  let number: Int

  init(number: Int) { self.number = number }
}

/// The five objects of a graph: one that needs two others, one of which needs two more.
final class Ledger: Sendable {}

final class Vault: Sendable {}

final class Audit: Sendable {
  let ledger: Ledger
  let vault: Vault

  init(ledger: Ledger, vault: Vault) {
    self.ledger = ledger
    self.vault = vault
  }
}

final class Counter: Sendable {}

final class Bank: Sendable {
  let audit: Audit
  let counter: Counter

  init(audit: Audit, counter: Counter) {
    self.audit = audit
    self.counter = counter
  }
}

final class Branch {
  @Injected((any Service).self) var service
}
