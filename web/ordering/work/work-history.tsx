import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import type { IconName } from "../../ui/icon.tsx";
import { Card } from "../../ui/page.tsx";
import { Timeline } from "../../ui/timeline.tsx";
import type { WorkPage } from "./work.queries.ts";

type Event = WorkPage["History"][number];

const icons: Record<Event["Kind"], IconName> = {
  assigned: "user",
  due: "calendar",
  note: "edit",
  told: "external",
  step: "check",
  working: "clock",
  done: "checkCircle",
  failed: "cross",
  dispatched: "arrowRight",
  reopened: "refresh",
};

/** What happened to the work, newest first: who took it, noted, ticked, moved its day or rejected it. */
export const WorkHistory = ({ history }: { history: readonly Event[] }) => (
  <Card title="History" about="Only our own people see this.">
    {history.length === 0 ? (
      <p className="text-muted">Nobody has done anything about it yet.</p>
    ) : (
      <Timeline
        entries={history.toReversed().map(({ Id, At, Who, Kind, What, More }) => ({
          id: Id,
          what: (
            <>
              <span className="font-medium">{What}</span>
              {More && <span className="block">{More}</span>}
            </>
          ),
          who: Who,
          when: formatDateTime(At),
          at: At,
          icon: icons[Kind],
          problem: Kind === "failed",
        }))}
      />
    )}
  </Card>
);
