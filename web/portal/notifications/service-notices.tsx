import { notifications } from "@tradewind/contract/portal/notifications.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { Card } from "../../ui/page.tsx";
import { useWrite } from "../../platform/queries.ts";
import { useSession } from "../../platform/session.ts";
import { dropzoneQuery } from "./notifications.queries.ts";

const few = 3;

/** Shows the open notices about services; renders nothing if there are none. */
export function ServiceNotices() {
  const { JumpedBy } = useSession();
  const { data = [] } = useQuery(dropzoneQuery);
  const [all, setAll] = useState(false);
  const close = useWrite(notifications.close, { refreshes: ["notifications"] });
  if (data.length === 0) return null;
  return (
    <section aria-label="Service notices" className="mt-6">
      <Card title="Service notices" flush>
        <ul className="border-t border-line">
          {(all ? data : data.slice(0, few)).map(({ Id, Added, ServiceName, Message }) => (
            <li key={Id} className="flex items-start gap-3 border-b border-line px-5 py-3 last:border-0 max-md:px-4">
              <span className="grid min-w-0 flex-1">
                <span className="font-medium wrap-anywhere">{ServiceName}</span>
                <span className="wrap-anywhere">{Message}</span>
                <span className="text-sm text-muted">{formatDateTime(Added)}</span>
              </span>
              {JumpedBy === null && (
                <IconButton
                  icon="close"
                  label={`Close the notice of ${ServiceName}`}
                  size="small"
                  disabled={close.isPending}
                  onClick={() => close.mutate({ params: { notificationId: Id } })}
                />
              )}
            </li>
          ))}
        </ul>
        {data.length > few && (
          <div className="border-t border-line px-5 py-2 max-md:px-4">
            <Button variant="link" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? "Show less" : "Show more"}
            </Button>
          </div>
        )}
      </Card>
    </section>
  );
}
