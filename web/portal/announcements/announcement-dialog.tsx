import { announcements } from "@tradewind/contract/portal/announcements.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useWrite } from "../../platform/queries.ts";
import { dueQuery } from "./announcements.queries.ts";

/** Opens by itself if there is an announcement and nothing else is open. */
export function AnnouncementDialog() {
  const { data } = useQuery(dueQuery);
  const [closed, setClosed] = useState(() => document.querySelector("dialog[open]") !== null);
  const close = () => setClosed(true);
  const later = useWrite(announcements.remindLater, { onDone: close });
  const never = useWrite(announcements.doNotShowAgain, { onDone: close });
  if (!data || closed) return null;
  const params = { announcementId: data.Id };
  const busy = later.isPending || never.isPending;
  return (
    <Dialog
      title={data.Title}
      subtitle={formatDate(data.Published)}
      onClose={close}
      locked={busy}
      footer={
        <>
          <Button disabled={busy} onClick={() => later.mutate({ params })}>
            Remind me later
          </Button>
          <Button variant="primary" disabled={busy} onClick={() => never.mutate({ params })}>
            Do not show again
          </Button>
        </>
      }
    >
      <p className="whitespace-pre-line wrap-anywhere">{data.Body}</p>
    </Dialog>
  );
}
