import type { AnalyticsData } from "@tradewind/contract/insight/usage.ts";
import { tellOfPress } from "@tradewind/vendors/usage-collector.ts";
import type { Platform } from "../../platform/platform.ts";

/** Most presses on their way to the collector in one process: the rest are dropped. */
const most = 50;
let onTheWay = 0;

/**
 * Tells the collector of one press, under the person's opaque reference and nothing else of them. Nobody waits for it:
 * a press that does not arrive is a line of the log.
 */
export function tellCollector({ config, log, clock }: Platform, userReference: string, data: AnalyticsData): void {
  if (onTheWay >= most) return;
  onTheWay++;
  tellOfPress(config.USAGE_COLLECTOR_URL, {
    gaUserReference: userReference,
    at: clock.now().toISOString(),
    ...data,
  })
    .catch((error: unknown) => log.warn({ err: error }, "A press could not be told to the collector"))
    .finally(() => onTheWay--);
}
