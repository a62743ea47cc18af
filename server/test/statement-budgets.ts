/**
 * SQL statements of one call of each endpoint, begin and commit included, after who is calling is known: three for the
 * transaction, two more for the Idempotency-Key of a write. A new endpoint adds its line; a higher number needs a reason.
 */
export const statementBudgets: Record<string, number> = {
  "auth.loginFlow": 4,
  "auth.token": 4,
  "auth.refresh": 0,
  "auth.signOut": 5,
  "auth.loginUser": 3,
  "session.current": 0,
  "session.permissions": 0,
  "customers.list": 4,
  "customers.count": 4,
  "customers.suggestions": 4,
  "customers.byId": 4,
  "customers.activity": 5,
  "customers.add": 8,
  "customers.update": 9,
  "customers.marketplaceById": 4,
  "customers.rename": 9,
  "customers.suspend": 9,
  "customers.reactivate": 9,
  "notifications.negotiate": 0,
  "notifications.stream": 0,
  "clock.read": 0,
  "clock.move": 3,
};
