import type { Fault as Broken } from "../source-files.ts";

/** A violation of a house rule. `key` identifies it without a line number, so that its exception survives edits. */
export type Fault = Broken & { rule: string; key: string };
