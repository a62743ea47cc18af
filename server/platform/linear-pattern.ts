import { RE2JS, RE2JSException } from "re2js";

const compiled = new Map<string, RE2JS>();
const most = 500;

function compile(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known) return known;
  const made = RE2JS.compile(pattern);
  if (compiled.size < most) compiled.set(pattern, made);
  return made;
}

/** Matches the whole text, in time linear to its length. Patterns were checked when they were stored. */
export const matchesLinearly = (pattern: string, text: string): boolean => compile(pattern).testExact(text);

/** Explains in a sentence why a pattern cannot be used; undefined if it can. */
export function patternFault(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return /\(\?(=|!|<=|<!)/.test(pattern)
      ? "looking ahead or behind cannot be judged in linear time. Write it without."
      : `it cannot be read (${error.message.replace(/^error parsing regexp: /, "")}).`;
  }
}
