import { inject } from "vitest";

const isLong = inject("long");

/** Widths at which a screen is asked for faults. Its other tests are 1440 px wide, so a short run adds a phone alone. */
export const widths = isLong ? [1440, 900, 390] : [390];
/** Those of a screen whose layout has two ends and nothing between them. */
export const bothEnds = isLong ? [1440, 390] : [390];
