import type { AnalyticsData } from "@tradewind/contract/insight/usage.ts";
import { tellOfPress } from "@tradewind/vendors/usage-collector.ts";
import type { Platform } from "../../platform/platform.ts";

/** Most presses in flight per process; the rest are dropped. */
const most = 50;
let onTheWay = 0;

/**
 * Reports one press to the collector with the person's opaque reference and nothing else about them. Does not wait: a
 * failed report is only logged.
 */
export function tellCollector({ config, log, clock }: Platform, userReference: string, data: AnalyticsData): void {
  if (onTheWay >= most) return;
  onTheWay++;
  tellOfPress(config.USAGE_COLLECTOR_URL, {
    gaUserReference: userReference,
    at: clock.now().toISOString(),
    ...data,
  })
    .catch((error: unknown) => log.warn({ err: error }, "A press could not be sent to the collector"))
    .finally(() => onTheWay--);
}
