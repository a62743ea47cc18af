import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { Timeline } from "../../ui/timeline.tsx";
import { toTimeline, type Entry } from "./history-entry.tsx";

const AsOfDialog = lazy(async () => ({ default: (await import("./as-of-dialog.tsx")).AsOfDialog }));

type Props = { instanceId: string; entries: readonly Entry[] };

/** Shows each event, and on request how everything stood on a day. */
export function ServiceHistory({ instanceId, entries }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Card
      title="History"
      about="What changed, when it took effect and when it was recorded"
      actions={
        entries.length > 0 && (
          <Button icon="calendar" onClick={() => setOpen(true)}>
            As it was on…
          </Button>
        )
      }
    >
      {open && (
        <Suspense fallback={null}>
          <AsOfDialog instanceId={instanceId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
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
