import { RE2JS } from "re2js";

/** Whether the whole text matches, in time linear to its length. A pattern that cannot be read lets nothing pass. */
export function matchesLinearly(pattern: string, text: string): boolean {
  try {
    return RE2JS.compile(pattern).testExact(text);
  } catch {
    return false;
  }
}
