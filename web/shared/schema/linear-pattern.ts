import { RE2JS } from "re2js";

/** Matches the whole text, in time linear in its length. An invalid pattern matches nothing. */
export function matchesLinearly(pattern: string, text: string): boolean {
  try {
    return RE2JS.compile(pattern).testExact(text);
  } catch {
    return false;
  }
}
