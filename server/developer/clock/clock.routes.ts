import { setTimeout as sleep } from "node:timers/promises";
import { clock } from "@tradewind/contract/developer/clock.ts";
import { AppError } from "../../platform/app-error.ts";
import { realNow } from "../../platform/clock.ts";
import { answerBare } from "../../platform/http.ts";
import type { Platform } from "../../platform/platform.ts";
import { readClock } from "./clock.store.ts";

const dayMs = 86_400_000;
/** Longest a move may keep its caller waiting, in milliseconds; the move itself goes on. */
const longestWait = 25_000;

export const clockRoutes = [
  answerBare(clock.read, ({ now, platform }) => ({ Now: now.toISOString(), Movable: platform.config.DEMO })),
  answerBare(clock.move, async ({ platform }, { body }) => {
    if (!platform.config.DEMO) throw new AppError("clockNotMovable");
    const { offset_ms: offset } = await read(platform);
    const target = Number(offset) + body.Days * dayMs;
    await platform.database.write({ role: "app_operator" }, (tx) =>
      platform.jobs.file(tx, "clock.work", { untilOffsetMs: target }),
    );
    const deadline = realNow() + longestWait;
    for (;;) {
      const { offset_ms: present, worked_until: worked } = await read(platform);
      const today = new Date(realNow() + target).toISOString().slice(0, 10);
      const done = Number(present) >= target && worked !== null && worked >= today;
      if (done || realNow() > deadline) {
        await platform.clock.refresh();
        return { Now: platform.clock.now().toISOString(), Done: done };
      }
      await sleep(100);
    }
  }),
];

const read = (platform: Platform) => platform.database.read({ role: "app_operator" }, readClock);
