import type { services } from "@tradewind/contract/ordering/services.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { formatDateTime, formatMoment } from "@tradewind/domain/values/date-formats.ts";
import type { IconName } from "../../ui/icon.tsx";
import type { TimelineEntry } from "../../ui/timeline.tsx";

export type Entry = ResultOf<typeof services.byId>["History"][number];

const icons: Readonly<Record<string, IconName>> = {
  started: "add",
  renewed: "refresh",
  seatsAdded: "add",
  seatsRemoved: "minus",
  scheduled: "calendar",
  suspended: "pause",
  resumed: "refresh",
  dispatched: "arrowRight",
  cancelled: "close",
  upgraded: "arrowUp",
  seen: "eye",
};

/** Converts one event of a service, or of a customer's own details: when it took effect, and when it was recorded if that differs. */
export const toTimeline = (
  entry: Omit<Entry, "SubscriptionName"> & { SubscriptionName: string | null },
): TimelineEntry => ({
  id: entry.Id,
  what: (
    <>
      <span className="font-medium">{entry.SubscriptionName ?? "Details"}</span>: {entry.Text}
    </>
  ),
  when: [
    `In effect ${formatMoment(entry.EffectiveAt)}`,
    formatDateTime(entry.EffectiveAt) === formatDateTime(entry.RecordedAt)
      ? undefined
      : `recorded ${formatDateTime(entry.RecordedAt)}`,
  ]
    .filter(Boolean)
    .join(" · "),
  at: entry.EffectiveAt,
  icon: icons[entry.Kind],
});
