/**
 * Blocks of 8 kB that the statements of one call may read at a reseller of 20,000 customers with 60,000 services. A
 * call that reads more needs a line with the reason. PostgreSQL reads some more of the table itself where it was not
 * vacuumed lately, so the numbers are generous: what they find is a read that grows with the table.
 */
export const usualBudget = 1_000;

/** Sums over all that a reseller has: they grow with it, until sums are kept as rows are written. */
const sums = {
  "analytics.csv": 12_000,
  "analytics.customers": 12_000,
  "analytics.overview": 12_000,
  "customers.count {}": 4_000,
  'customers.count {"Search":"a"}': 4_000,
  'customers.count {"ProductId":"microsoft-365"}': 4_000,
  "dashboard.figures": 5_000,
  "services.count {}": 5_000,
  'services.count {"Search":"a"}': 6_000,
  'services.count {"ProductId":"microsoft-365"}': 4_000,
};

/** Looks at up to 200 candidates of each kind, however many there are. */
const candidates = {
  'search.everything {"Text":"co"}': 5_000,
  'search.everything {"Text":"amber"}': 5_000,
};

export const bufferBudgets: Record<string, number> = { ...sums, ...candidates };
