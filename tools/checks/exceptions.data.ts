import type { Exceptions } from "./exceptions.ts";

/** Known faults that are still to be fixed, by rule: how many per file or import. A test checks the totals. */
export const exceptions: Exceptions = {};
