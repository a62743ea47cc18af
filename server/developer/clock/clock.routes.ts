import { clock } from "@tradewind/contract/developer/clock.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { AppError } from "../../platform/app-error.ts";
import { realNow } from "../../platform/clock.ts";
import { answer } from "../../platform/http.ts";
import { readClock } from "./clock.store.ts";

const dayMs = 86_400_000;

export const clockRoutes = [
  answer(clock.read, async ({ db, platform }) => {
    const { offset_ms: offset, worked_until: workedUntil } = await readClock(db);
    return {
      Now: new Date(realNow() + Number(offset)).toISOString(),
      Movable: platform.config.DEMO,
      WorkedUntil: workedUntil,
    };
  }),
  answer(clock.move, async ({ tx, platform, doer }, { body }) => {
    if (!platform.config.DEMO) throw new AppError("clockNotMovable");
    const { offset_ms: offset } = await readClock(tx);
    const target = Number(offset) + body.Days * dayMs;
    await platform.jobs.file(tx, "clock.work", { untilOffsetMs: target });
    const what = `Moved the clock by ${body.Days} ${body.Days === 1 ? "day" : "days"}`;
    await recordActivity(tx, doer, { action: "clock.move", what, object: ["clock", null] });
    return { Until: new Date(realNow() + target).toISOString() };
  }),
];
