import type { Fault as Broken } from "../source-files.ts";

/** A broken rule of the house. `key` names it without a line, so that an exception keeps finding it. */
export type Fault = Broken & { rule: string; key: string };
