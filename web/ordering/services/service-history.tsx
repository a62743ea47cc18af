import { lazy } from "react";
import { Card } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { Timeline } from "../../ui/timeline.tsx";
import { AsOfButton } from "../../shared/as-of/as-of-button.tsx";
import { toTimeline, type Entry } from "./history-entry.tsx";

const ServiceAsOf = lazy(async () => ({ default: (await import("./service-as-of.tsx")).ServiceAsOf }));

type Props = { instanceId: string; entries: readonly Entry[] };

/** Shows each event, and on request how everything stood on a day. */
export function ServiceHistory({ instanceId, entries }: Props) {
  return (
    <Card
      title="History"
      about="What changed, when it took effect and when it was recorded"
      actions={
        entries.length > 0 && (
          <AsOfButton>{(onClose) => <ServiceAsOf instanceId={instanceId} onClose={onClose} />}</AsOfButton>
        )
      }
    >
      {entries.length === 0 ? (
        <EmptyState tight icon="clock" title="No history yet">
          Each change to a subscription appears here.
        </EmptyState>
      ) : (
        <div className="pt-2">
          <Timeline entries={entries.map(toTimeline)} />
        </div>
      )}
    </Card>
  );
}
