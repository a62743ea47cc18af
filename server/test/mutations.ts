/** Malformed requests for the fuzz run: a valid value with one fault, or a body that is not a value at all. */

export type Dice = { next(): number; pick<T>(from: readonly T[]): T; below(limit: number): number };

/** mulberry32: the same seed gives the same numbers. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { next, below, pick: (from) => from[below(from.length)]! };
}

export const naughtyStrings = [
  "",
  " ",
  "\t\r\n",
  "\0",
  "a\0b",
  "\ud800",
  "\udfff\ud800",
  "\ufeff",
  "\u202e\u200b",
  "👩‍👩‍👧‍👦",
  "Ω≈ç√∫˜µ≤≥÷",
  "ﷺ".repeat(50),
  "Z̷̡͈̗̖͉̖̯͔̹̳͝ͅa̵͔̎l̶̛̻g̷̥̈o̴͎͛",
  "'; drop table customers; --",
  "' or '1'='1",
  "\\",
  "%",
  "_",
  "$1",
  "${7*7}",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "../../../etc/passwd",
  "..%2f..%2f",
  "%00",
  "%ff",
  "null",
  "undefined",
  "NaN",
  "Infinity",
  "true",
  "-1",
  "0",
  "1e400",
  "9223372036854775808",
  "9".repeat(400),
  "2026-02-30",
  "9999-12-31",
  "0000-00-00",
  "-infinity",
  "00000000-0000-0000-0000-000000000000",
  "018f5a3e-0000-7000-8000-00000000abcd ",
  "{018f5a3e-0000-7000-8000-00000000abcd}",
  "eyJ2YWx1ZSI6bnVsbH0",
  "eyJ2YWx1ZSI6IngiLCJpZCI6IngifQ",
  "bnVsbA",
  "W10",
  "x".repeat(101),
  "x".repeat(5_000),
  "a@b",
  "__proto__",
  "constructor",
  "toString",
  "=cmd|' /C calc'!A0",
  "http://169.254.169.254/",
  "\r\nSet-Cookie: a=b",
] as const;

const wrongValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  "",
  "text",
  [],
  {},
  [[]],
  [null],
  { a: {} },
];

export const contentTypes = [
  "application/json",
  "application/json; charset=utf-8",
  "application/json; charset=utf-16",
  "application/x-www-form-urlencoded",
  "text/plain",
  "multipart/form-data; boundary=x",
  "application/xml",
  "nonsense",
] as const;

type Path = (string | number)[];
function pathsOf(value: unknown, at: Path = []): Path[] {
  if (value === null || typeof value !== "object") return [at];
  const inside = Object.entries(value).flatMap(([key, child]) =>
    pathsOf(child, [...at, Array.isArray(value) ? Number(key) : key]),
  );
  return [at, ...inside];
}

function replaced(value: unknown, path: Path, change: (old: unknown) => unknown): unknown {
  if (path.length === 0) return change(value);
  const [key, ...rest] = path;
  const copy: Record<string | number, unknown> = Array.isArray(value)
    ? ([...value] as never)
    : { ...(value as object) };
  copy[key!] = replaced(copy[key!], rest, change);
  return copy;
}

const longer = (old: unknown): unknown =>
  typeof old === "string"
    ? old.repeat(200)
    : typeof old === "number"
      ? old * 1e9 + 1
      : Array.isArray(old)
        ? Array.from({ length: 300 }, () => old[0])
        : old;

/** The thirteen ways of bending a body, each returning the text to send. */
const bends: Record<string, (good: unknown, dice: Dice) => string> = {
  wrongType: (good, dice) => JSON.stringify(replaced(good, dice.pick(pathsOf(good)), () => dice.pick(wrongValues))),
  boundary: (good, dice) => JSON.stringify(replaced(good, dice.pick(pathsOf(good)), longer)),
  missing(good, dice) {
    const path = dice.pick(pathsOf(good));
    return JSON.stringify(replaced(good, path, () => undefined)) ?? "";
  },
  extra: (good) => JSON.stringify({ ...(good as object), IsAdmin: true, reseller_id: crypto.randomUUID() }),
  proto: (good) => JSON.stringify(good).replace(/^\{/, '{"__proto__":{"isAdmin":true},'),
  constructor: (good: unknown) =>
    JSON.stringify({ ...(good as object), constructor: { prototype: { isAdmin: true } } }),
  cut(good, dice) {
    const text = JSON.stringify(good);
    return text.slice(0, dice.below(text.length));
  },
  nested: () => `${"[".repeat(5_000)}${"]".repeat(5_000)}`,
  duplicate: (good) => JSON.stringify(good).replace(/^\{("[^"]+"):/, (_, key: string) => `{${key}:null,${key}:`),
  wrapped: (good) => JSON.stringify([good]),
  empty: (_, dice) => dice.pick(["", " ", "{}", "[]", "null", '""', "0"]),
  huge: (good, dice) => {
    const text = JSON.stringify(replaced(good, dice.pick(pathsOf(good)), () => "<1e400>"));
    return text.replace('"<1e400>"', "1e400");
  },
  naughty: (good, dice) => JSON.stringify(replaced(good, dice.pick(pathsOf(good)), () => dice.pick(naughtyStrings))),
};
export const bendNames = Object.keys(bends);

/** Returns the valid body bent in the named way, as text. */
export const bent = (name: string, good: unknown, dice: Dice): string => bends[name]!(good, dice);
