/** Autotask's filters: a list of comparisons that must all hold, with groups of `and` and `or` among them. */

export type Row = Record<string, any> & { id: number };
type Filter = { op: string; field?: string; value?: any; items?: Filter[] };
type Test = (row: Row) => boolean;

const mostOrs = 500;
const plain = (value: unknown): any => (typeof value === "string" ? value.toLowerCase() : value);
/** Days compare with instants by the day. */
const alike = (value: unknown, other: unknown): [any, any] =>
  typeof value === "string" && typeof other === "string" && /^\d{4}-\d\d-\d\d$/.test(other)
    ? [value.slice(0, 10), other]
    : [plain(value), plain(other)];

const operators: Record<string, (value: unknown, wanted: any) => boolean> = {
  eq: (value, wanted) => plain(value) === plain(wanted),
  noteq: (value, wanted) => plain(value) !== plain(wanted),
  gt: (value, wanted) => alike(value, wanted)[0] > alike(value, wanted)[1],
  gte: (value, wanted) => alike(value, wanted)[0] >= alike(value, wanted)[1],
  lt: (value, wanted) => alike(value, wanted)[0] < alike(value, wanted)[1],
  lte: (value, wanted) => alike(value, wanted)[0] <= alike(value, wanted)[1],
  beginsWith: (value, wanted) => String(plain(value)).startsWith(plain(wanted)),
  endsWith: (value, wanted) => String(plain(value)).endsWith(plain(wanted)),
  contains: (value, wanted) => String(plain(value)).includes(plain(wanted)),
  exist: (value) => value !== undefined && value !== null,
  notExist: (value) => value === undefined || value === null,
  in: (value, wanted) => wanted.includes(value),
  notIn: (value, wanted) => !wanted.includes(value),
};

/** Returns the test, or what is wrong with the filter. */
export function filterOf(filters: readonly Filter[]): Test | string {
  const tests = filters.map(testOf);
  const fault = tests.find((test) => typeof test === "string");
  return fault ?? ((row) => (tests as Test[]).every((test) => test(row)));
}

function testOf({ op, field, value, items }: Filter): Test | string {
  if (op === "and" || op === "or") {
    if ((items ?? []).length > mostOrs)
      return "Invalid query syntax. Queries are limited to 500 or fewer 'OR' conditions.";
    const tests = (items ?? []).map(testOf);
    const fault = tests.find((test) => typeof test === "string");
    if (fault !== undefined) return fault;
    return (row) =>
      op === "and" ? (tests as Test[]).every((test) => test(row)) : (tests as Test[]).some((test) => test(row));
  }
  const compare = operators[op];
  if (!compare || !field) return `Invalid query syntax. There is no operator ${op}.`;
  if (["in", "notIn"].includes(op) && (!Array.isArray(value) || value.length > mostOrs))
    return "Invalid query syntax. Queries are limited to 500 or fewer 'OR' conditions.";
  return (row) => compare(row[field], value);
}
