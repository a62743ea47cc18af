/** The demo's movable business clock. Production refuses to move it. */
import * as z from "zod/mini";
import { day, endpoint, instant } from "../endpoint.ts";

export const clock = {
  read: endpoint({
    method: "GET",
    path: "/api/clock",
    summary: "The marketplace's business time",
    access: "signedIn",
    as: "operator",
    /** `WorkedUntil` is the last day whose due work is finished. */
    result: z.object({ Now: instant, Movable: z.boolean(), WorkedUntil: z.nullable(day) }),
  }),
  move: endpoint({
    method: "POST",
    path: "/api/clock/move",
    summary: "Moves business time forward, doing each day's due work on the way",
    logs: "clock.move",
    access: { anyOf: [], kinds: ["admin"] },
    body: z.strictObject({ Days: z.int().check(z.gte(1, "Must be at least 1"), z.lte(400, "Must be at most 400")) }),
    /**
     * The clock advances one day at a time and finishes each day's work before the next; read the clock for progress.
     */
    result: z.object({ Until: instant }),
    errors: ["clockNotMovable"],
  }),
};
