import { setSimulatedTime } from "@tradewind/vendors/simulated-time.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { z } from "zod";
import { job } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { issueInvoicesDue } from "../../billing/invoices/invoice-run.actions.ts";
import { closeSolvedTickets } from "../../support/desk/closing.actions.ts";
import { turnDuePeriods } from "../../ordering/renewals/due-work.actions.ts";
import { lockClock, readClock, setOffset, setWorkedUntil } from "./clock.store.ts";

const dayMs = 86_400_000;
const worker = { role: "app_worker" } as const;

type Services = { platform: Platform };

/**
 * Does the due work of every business day up to today. With `untilOffsetMs` it first moves the clock, one day at a
 * time, finishing each day's work before the next, and moves the simulators' clock along. Safe to repeat.
 */
export const clockWork = job({
  queue: "clock.work",
  payload: z.object({ untilOffsetMs: z.number().int().optional() }),
  async run({ platform }: Services, { untilOffsetMs }) {
    await platform.clock.refresh();
    await catchUp(platform);
    if (untilOffsetMs === undefined || !platform.config.DEMO) return;
    for (;;) {
      const { offset_ms: offset } = await platform.database.read(worker, readClock);
      const left = untilOffsetMs - Number(offset);
      if (left <= 0) break;
      await moveTo(platform, Number(offset) + Math.min(left, dayMs));
      await catchUp(platform);
    }
  },
});

async function moveTo(platform: Platform, offsetMs: number): Promise<void> {
  await platform.database.write(worker, async (tx) => {
    const { offset_ms: present } = await lockClock(tx);
    if (BigInt(offsetMs) > present) await setOffset(tx, BigInt(offsetMs));
  });
  await platform.clock.refresh();
  const [simulator] = platform.config.SIMULATOR_URLS.split(",").filter(Boolean);
  if (simulator) await setSimulatedTime(simulator, offsetMs);
}

async function catchUp(platform: Platform): Promise<void> {
  const today = platform.clock.today();
  const { worked_until: workedUntil } = await platform.database.read(worker, readClock);
  let day = workedUntil === null ? today : addDays(workedUntil, 1);
  while (day <= today) {
    await turnDuePeriods(platform, day);
    await issueInvoicesDue(platform, day);
    await closeSolvedTickets(platform, day);
    const done = day;
    await platform.database.write(worker, async (tx) => {
      const { worked_until: held } = await lockClock(tx);
      if (held === null || held < done) await setWorkedUntil(tx, done);
    });
    day = addDays(day, 1);
  }
}
