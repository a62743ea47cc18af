/** The day on which every test begins, unless `TEST_TODAY` names another: `TEST_TODAY=2028-02-29 npm test`. */
const usual = "2026-11-18";

/** When the business clock of every test begins. What is meant to be real time (sessions, codes, leases) stays real. */
export const testBegins = `${process.env["TEST_TODAY"] || usual}T09:00:00.000Z`;
