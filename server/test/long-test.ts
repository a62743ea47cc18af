import { inject, test } from "vitest";

/** A test of many months or of a variation, beside which a quicker one of the same file tells the gist: for long runs alone. */
export const longTest: typeof test.skip = inject("long") ? test : test.skip;
