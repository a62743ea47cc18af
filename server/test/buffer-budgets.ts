/**
 * Blocks of 8 kB that the statements of one call may read at a reseller of 20,000 customers with 60,000 services. A
 * call that reads more needs a line with the reason. PostgreSQL reads some more of the table itself where it was not
 * vacuumed lately, so the numbers are generous: what they find is a read that grows with the table.
 */
export const usualBudget = 600;

/** Ranks all customers that were charged or changed something: a row for each, from the sums kept of them. */
const ranking = { "analytics.customers": 4_000 };

/** Reads what matches, which is a tenth of the customers for one letter. */
const matches = {
  'catalogue.customersForProduct {"Search":"amber"}': 1_000,
  'customers.count {"Search":"a"}': 1_000,
  'services.list {"Search":"amber"}': 1_000,
  'services.count {"Search":"a"}': 2_500,
};

/** Looks at up to 200 candidates of each kind, however many there are. */
const candidates = {
  'search.everything {"Text":"co"}': 4_000,
  'search.everything {"Text":"amber"}': 4_000,
  'search.everything {"Text":"zz"}': 1_000,
};

export const bufferBudgets: Record<string, number> = { ...ranking, ...matches, ...candidates };
