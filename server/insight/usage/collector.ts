import type { AnalyticsData } from "@tradewind/contract/insight/usage.ts";
import type { Platform } from "../../platform/platform.ts";

/** Milliseconds the collector has to answer, and most presses on their way to it in one process: the rest are dropped. */
const patience = 3_000;
const most = 50;
let onTheWay = 0;

/**
 * Tells the collector of one press, under the person's opaque reference and nothing else of them. Nobody waits for it:
 * a press that does not arrive is a line of the log.
 */
export function tellCollector({ config, log, clock }: Platform, userReference: string, data: AnalyticsData): void {
  if (onTheWay >= most) return;
  onTheWay++;
  fetch(config.USAGE_COLLECTOR_URL, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ gaUserReference: userReference, at: clock.now().toISOString(), ...data }),
    redirect: "error",
    signal: AbortSignal.timeout(patience),
  })
    .then(async (response) => {
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`The collector answered ${response.status}`);
    })
    .catch((error: unknown) => log.warn({ err: error }, "A press could not be told to the collector"))
    .finally(() => onTheWay--);
}
