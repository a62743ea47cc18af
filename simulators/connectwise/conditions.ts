/** ConnectWise's conditions: comparisons of fields by their paths, joined with and, or, not and brackets. */

export type Row = Record<string, any> & { id: number };
type Test = (row: Row) => boolean;

export class BadCondition extends Error {}

const word =
  /\s*(?:(\()|(\))|(,)|(!=|<=|>=|=|<|>)|"([^"]*)"|\[([^\]]+)\]|(-?\d+(?:\.\d+)?)(?![\w/])|([A-Za-z_][\w/]*))/y;

type Token = { kind: "sign" | "text" | "date" | "number" | "word"; text: string };

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  word.lastIndex = 0;
  while (word.lastIndex < text.trimEnd().length) {
    const found = word.exec(text);
    if (!found) throw new BadCondition(`The conditions cannot be read: ${text}`);
    const [, open, close, comma, sign, quoted, date, number, name] = found;
    const mark = open ?? close ?? comma ?? sign;
    if (mark !== undefined) tokens.push({ kind: "sign", text: mark });
    else if (quoted !== undefined) tokens.push({ kind: "text", text: quoted });
    else if (date !== undefined) tokens.push({ kind: "date", text: date });
    else if (number !== undefined) tokens.push({ kind: "number", text: number });
    else tokens.push({ kind: "word", text: name! });
  }
  return tokens;
}

const valueAt = (row: Row, path: string): any => path.split("/").reduce<any>((value, part) => value?.[part], row);
const valueOf = ({ kind, text }: Token): unknown => {
  if (kind === "number") return Number(text);
  if (kind === "word" && /^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  if (kind === "word" && text === "null") return null;
  if (kind === "word") throw new BadCondition(`A text stands in quotes: ${text}`);
  return text;
};
/** Texts compare without regard to case, and dates as instants. */
const plain = (value: unknown): any => (typeof value === "string" ? value.toLowerCase() : (value ?? null));
const isLike = (value: unknown, pattern: unknown) =>
  new RegExp(
    `^${plain(pattern)
      .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
      .replace(/[*%]/g, ".*")}$`,
  ).test(plain(value) ?? "");

export function conditionsOf(text: string | null): Test {
  if (!text) return () => true;
  const tokens = tokensOf(text);
  let at = 0;
  const is = (expected: string) => tokens[at]?.text.toLowerCase() === expected && tokens[at]?.kind !== "text";
  const take = (expected: string) => (is(expected) ? ++at > 0 : false);
  const next = (): Token => {
    const token = tokens[at++];
    if (!token) throw new BadCondition("The conditions end too early");
    return token;
  };

  function either(): Test {
    let test = both();
    while (take("or")) {
      const [one, other] = [test, both()];
      test = (row) => one(row) || other(row);
    }
    return test;
  }
  function both(): Test {
    let test = single();
    while (take("and")) {
      const [one, other] = [test, single()];
      test = (row) => one(row) && other(row);
    }
    return test;
  }
  function single(): Test {
    if (take("(")) {
      const test = either();
      if (!take(")")) throw new BadCondition("A bracket is missing");
      return test;
    }
    const { kind, text: path } = next();
    if (kind !== "word") throw new BadCondition(`A field is missing before ${path}`);
    const isNot = take("not");
    const test = comparison(path);
    return isNot ? (row) => !test(row) : test;
  }
  function comparison(path: string): Test {
    const operator = next().text.toLowerCase();
    if (operator === "in") {
      if (!take("(")) throw new BadCondition("A list is missing after in");
      const values: unknown[] = [];
      do values.push(plain(valueOf(next())));
      while (take(","));
      if (!take(")")) throw new BadCondition("A bracket is missing");
      return (row) => values.includes(plain(valueAt(row, path)));
    }
    const value = valueOf(next());
    const compare: Record<string, Test> = {
      "=": (row) => plain(valueAt(row, path)) === plain(value),
      "!=": (row) => plain(valueAt(row, path)) !== plain(value),
      "<": (row) => plain(valueAt(row, path)) < plain(value),
      "<=": (row) => plain(valueAt(row, path)) <= plain(value),
      ">": (row) => plain(valueAt(row, path)) > plain(value),
      ">=": (row) => plain(valueAt(row, path)) >= plain(value),
      like: (row) => isLike(valueAt(row, path), value),
      contains: (row) => plain(valueAt(row, path) ?? "").includes(plain(value)),
    };
    if (!compare[operator]) throw new BadCondition(`There is no operator ${operator}`);
    return compare[operator];
  }

  const test = either();
  if (at < tokens.length) throw new BadCondition(`Too much stands after ${tokens[at - 1]!.text}`);
  return test;
}
