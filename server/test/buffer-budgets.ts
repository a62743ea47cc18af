/**
 * Blocks of 8 kB that the statements of one call may read at a reseller of 20,000 customers with 60,000 services, an
 * invoice of 60,000 lines and 60,000 entries of the activity log. A call that reads more needs a line with the reason.
 * PostgreSQL reads some more of the table itself where it was not vacuumed lately, so the numbers are generous: what they
 * find is a read that grows with the table.
 */
export const usualBudget = 800;

/** Ranks all customers that were charged or changed something: a row for each, from the sums kept of them. */
const ranking = { "analytics.customers": 4_000 };

/** Reads what matches, which is a tenth of the customers for one letter. */
const matches = {
  'catalogue.customersForProduct {"Search":"amber"}': 1_000,
  'customers.count {"Search":"a"}': 1_000,
  'myServices.customers {"Search":"amber"}': 3_500,
  'myServices.customers {"Search":"amber","Sort":"-name"}': 3_500,
  'services.list {"Search":"amber"}': 1_000,
  'services.count {"Search":"a"}': 2_500,
  'invoices.lines {"Search":"amber"}': 5_000,
};

/** Looks at up to 200 candidates of each kind, however many there are. */
const candidates = {
  'search.everything {"Text":"co"}': 8_000,
  'search.everything {"Text":"amber"}': 8_000,
  'search.everything {"Text":"zz"}': 1_000,
};

/** Two hundred lines, or fifty entries, each with what it is about. */
const pages = {
  "invoices.byId": 2_000,
  "invoices.lines {}": 2_000,
  "everyActivityLog.list {}": 1_200,
  "myServices.customers {}": 1_500,
  'myServices.customers {"Sort":"-name"}': 1_500,
  'myServices.customers {"Search":"a"}': 1_500,
};

/** The sums by product on the document of a long invoice are made of its lines. */
const documents = { "invoices.pdf": 3_000 };

/** When each line of a long invoice was charged, and what gives it back since, at two moments. */
const past = { "invoices.asOf": 15_000 };

/** Everything held about one person, for whom most tables have no index: it is asked once in a person's life. */
const person = { "personalData.ofAnybody": 20_000 };

/** Somebody who did nothing is looked for in the whole log. */
const nobody = { 'activityLog.list {"Search":"Nobody"}': 2_500 };

/** Counts who has each product, of all resellers: for the operator alone, beside the list and not before it. */
const whoHas = { "assortment.customers": 4_000, "assortment.byId": 4_000 };

/** A function plans its statements on its first call over a connection, for which it reads what the tables are: 40 after that. */
const planned = { "dunning.standing": 2_000 };

/** Every subscription's coming periods, and what is committed by those of one reseller. */
const coming = { "forecast.bills": 10_000, "debtors.byId": 4_000 };

/** Looks once at what each customer has, for all rules of who might want something: beside the marketplace, not before it. */
const habits = { "shop.habits": 12_000 };

/** Searches all lines of one invoice. */
const within = { "lineCredits.lines": 3_000 };

/** Each offer with its cost of the day, the one before and the next: of a page, and of all. */
const prices = { "ownPrices.list": 2_500, "ownPrices.csv": 40_000 };

export const bufferBudgets: Record<string, number> = {
  ...ranking,
  ...matches,
  ...candidates,
  ...pages,
  ...documents,
  ...past,
  ...person,
  ...nobody,
  ...whoHas,
  ...planned,
  ...coming,
  ...within,
  ...prices,
  ...habits,
};
