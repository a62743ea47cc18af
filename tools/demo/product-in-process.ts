import { setSimulatedTime } from "@tradewind/vendors/simulated-time.ts";
import { vendors as ours } from "@tradewind/vendors/index.ts";
import { webApp } from "@tradewind/server/app.ts";
import { readConfig } from "@tradewind/server/platform/config.ts";
import { openLog } from "@tradewind/server/platform/log.ts";
import { dailyWork } from "@tradewind/server/daily.ts";
import { startWorker } from "@tradewind/server/worker.ts";
import { addDays, type CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { VendorAddresses } from "./invariants-vendors.ts";

export type Running = { address: string; vendors: VendorAddresses; stop(): Promise<void> };

/** How long the Microsoft simulator takes, in milliseconds on its own clock: no time at all while loading. */
const delays = {
  loading: { orderVisibleMs: 0, provisioningMs: 0, changeMs: 0 },
  usual: { orderVisibleMs: 1_000, provisioningMs: 3_000, changeMs: 0 },
};

/** Each reads all that came since it read last, so that what they know in the end is the same if they read once a week. */
const reading = [
  "vendors' invoices",
  "vendors' webhooks",
  "vendors' reports of usage",
  "what is spent at vendors",
  "books of payment gateways",
  "stored payment methods",
];
const isRead = (day: CalendarDate, until: CalendarDate) =>
  new Date(day).getUTCDay() === 1 || day.slice(8) <= "06" || day > addDays(until, -10);

/** The work of the days until `until`, with what only reads done on Mondays, when a month begins and at the end. */
const workUntil = (until: CalendarDate) =>
  dailyWork.map((part) =>
    reading.includes(part.name)
      ? {
          ...part,
          run: async (...on: Parameters<typeof part.run>) => void (isRead(on[1], until) && (await part.run(...on))),
        }
      : part,
  );

/**
 * Starts the real portal on a separate port and the real worker in this process, with the vendors' clock at `offsetMs`, to
 * tell a story until `until`.
 */
export async function startInProcess(
  environment: NodeJS.ProcessEnv,
  offsetMs: number,
  until: CalendarDate,
): Promise<Running> {
  const calls = {
    CALLS_PER_PERSON: "1000000",
    CALLS_PER_TOKEN: "1000000",
    CALLS_PER_RESELLER: "1000000",
    CALLS_PER_ADDRESS: "1000000",
  };
  const web = readConfig(ours, { ...environment, ...calls, OVERLOAD_DELAY_MS: "60000" });
  const worker = readConfig(ours, { ...environment, DATABASE_URL: environment["WORKER_DATABASE_URL"] });
  const { MICROSOFT_URL = "", MICROSOFT_TOKEN_URL = "", ACRONIS_URL = "", BITDEFENDER_URL = "" } = environment;
  const vendors = {
    microsoft: MICROSOFT_URL,
    identity: MICROSOFT_TOKEN_URL,
    acronis: ACRONIS_URL,
    bitdefender: BITDEFENDER_URL.replace(/\/api$/, ""),
  };
  await setSimulatedTime(vendors.microsoft, offsetMs);
  await setDelays(vendors.microsoft, delays.loading);
  const portal = await webApp(web, openLog(web.LOG_LEVEL, "demo-web"));
  const address = await portal.app.listen({ port: 0, host: "127.0.0.1" });
  const working = await startWorker(worker, openLog(worker.LOG_LEVEL, "demo-worker"), { days: workUntil(until) });
  return {
    address,
    vendors,
    async stop() {
      await working.stop();
      await portal.close();
      await setDelays(vendors.microsoft, delays.usual);
    },
  };
}

async function setDelays(simulator: string, to: (typeof delays)["usual"]): Promise<void> {
  const response = await fetch(`${simulator}/__sim/seed`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ delays: to }),
  });
  if (!response.ok) throw new Error(`The simulator at ${simulator} answered ${response.status}`);
}
