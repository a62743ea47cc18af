/** The demo's movable business clock. Production refuses to move it. */
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

export const clock = {
  read: endpoint({
    method: "GET",
    path: "/api/clock",
    summary: "The marketplace's business time",
    access: "signedIn",
    result: z.object({ Now: z.string(), Movable: z.boolean() }),
  }),
  move: endpoint({
    method: "POST",
    path: "/api/clock/move",
    summary: "Moves business time forward, doing each day's due work on the way",
    access: { anyOf: [], kinds: ["admin"] },
    body: z.strictObject({ Days: z.int().check(z.gte(1, "Must be at least 1"), z.lte(400, "Must be at most 400")) }),
    /** `Done` is false while the work of the days passed over is still going on. */
    result: z.object({ Now: z.string(), Done: z.boolean() }),
    errors: ["clockNotMovable"],
  }),
};
