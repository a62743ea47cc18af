import { setSimulatedTime } from "@tradewind/vendors/simulated-time.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { z } from "zod";
import { job } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { isDayFiled, lockClock, readClock, setOffset, setWorkedUntil } from "./clock.store.ts";

const dayMs = 86_400_000;
const worker = { role: "app_worker" } as const;

/** A part of each business day's work, safe to repeat for the same day. */
export type DailyWork = { name: string; run(platform: Platform, day: string): Promise<void> };

type Services = { platform: Platform; dailyWork: readonly DailyWork[] };

/**
 * Does the due work of every business day up to today. With `untilOffsetMs` it first moves the clock, one day at a
 * time, finishing each day's work before the next, and moves the simulators' clock along. Safe to repeat.
 */
export const clockWork = job({
  queue: "clock.work",
  payload: z.object({ untilOffsetMs: z.number().int().optional() }),
  async run({ platform, dailyWork }: Services, { untilOffsetMs }) {
    await platform.clock.refresh();
    const moves = untilOffsetMs !== undefined && platform.config.DEMO;
    const readOffset = async () => Number((await platform.database.read(worker, readClock)).offset_ms);
    // Whoever moved ours may have been killed before theirs followed.
    if (moves) await moveSimulators(platform, await readOffset());
    await catchUp(platform, dailyWork);
    if (!moves) return;
    for (let offset = await readOffset(); offset < untilOffsetMs; offset = await readOffset()) {
      await moveTo(platform, Math.min(untilOffsetMs, offset + dayMs));
      await catchUp(platform, dailyWork);
    }
  },
});

/** Files the due work up to today, unless it is filed already: a day that keeps failing is tried by one job. */
export async function fileTheDay({ database, jobs }: Platform): Promise<void> {
  await database.write(worker, async (tx) => {
    if (!(await isDayFiled(tx))) await jobs.file(tx, "clock.work", {});
  });
}

async function moveTo(platform: Platform, offsetMs: number): Promise<void> {
  await platform.database.write(worker, async (tx) => {
    const { offset_ms: present } = await lockClock(tx);
    if (BigInt(offsetMs) > present) await setOffset(tx, BigInt(offsetMs));
  });
  await platform.clock.refresh();
  await moveSimulators(platform, offsetMs);
}

async function moveSimulators({ config }: Platform, offsetMs: number): Promise<void> {
  const [simulator] = config.SIMULATOR_URLS.split(",").filter(Boolean);
  if (simulator) await setSimulatedTime(simulator, offsetMs);
}

/**
 * Does the parts of the work day by day. A part that fails holds up neither the others nor the days after it, of which
 * most may be done; the days from the first failure on then count as not worked and are done again.
 */
async function catchUp(platform: Platform, dailyWork: readonly DailyWork[]): Promise<void> {
  const today = platform.clock.today();
  const { worked_until: workedUntil } = await platform.database.read(worker, readClock);
  const failures = new Map<DailyWork, unknown>();
  for (let day = workedUntil === null ? today : addDays(workedUntil, 1); day <= today; day = addDays(day, 1)) {
    for (const part of dailyWork) {
      await part.run(platform, day).catch((error: unknown) => {
        failures.set(part, error);
        platform.log.error({ err: error, part: part.name, day }, "A part of the day's work failed");
      });
    }
    if (failures.size > 0) continue;
    const done = day;
    await platform.database.write(worker, async (tx) => {
      const { worked_until: held } = await lockClock(tx);
      if (held === null || held < done) await setWorkedUntil(tx, done);
    });
  }
  if (failures.size > 0) {
    const names = [...failures.keys()].map(({ name }) => name).join(", ");
    throw new AggregateError(failures.values(), `The day's work failed: ${names}`);
  }
}
