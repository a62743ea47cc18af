import type { services } from "@tradewind/contract/ordering/services.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import type { IconName } from "../../ui/icon.tsx";
import { Card } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { Timeline } from "../../ui/timeline.tsx";

type Entry = ResultOf<typeof services.byId>["History"][number];

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

/** Shows each event, when it took effect, and when it was recorded if that differs. */
export function ServiceHistory({ entries }: { entries: readonly Entry[] }) {
  return (
    <Card title="History" about="What changed, when it took effect and when it was recorded">
      {entries.length === 0 ? (
        <EmptyState tight icon="clock" title="No history yet">
          Each change to a subscription appears here.
        </EmptyState>
      ) : (
        <div className="pt-2">
          <Timeline
            entries={entries.map((entry) => ({
              id: entry.Id,
              what: (
                <>
                  <span className="font-medium">{entry.SubscriptionName}</span>: {entry.Text}
                </>
              ),
              when: [
                `In effect ${formatDateTime(entry.EffectiveAt)}`,
                formatDateTime(entry.EffectiveAt) === formatDateTime(entry.RecordedAt)
                  ? undefined
                  : `recorded ${formatDateTime(entry.RecordedAt)}`,
              ]
                .filter(Boolean)
                .join(" · "),
              at: entry.EffectiveAt,
              icon: icons[entry.Kind],
            }))}
          />
        </div>
      )}
    </Card>
  );
}
