import { useQuery } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { intervalQuery, notificationsQuery } from "./notifications.queries.ts";
import { NotificationsPanel } from "./notifications-panel.tsx";

/** Shows the bell with the number of new notifications; opens their list. */
export function Bell() {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const { data: interval } = useQuery(intervalQuery);
  const { data } = useQuery(notificationsQuery({ Status: "new" }, interval));
  const count = data?.New ?? 0;
  return (
    <span ref={anchor} className="relative inline-flex">
      <IconButton
        icon="bell"
        label={count === 0 ? "Notifications" : `Notifications, ${count} new`}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        // A press on the bell closes the list; otherwise the browser would close it first and the press reopen it.
        onPointerDown={(event) => open && event.preventDefault()}
      />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="figures pointer-events-none absolute -top-0.5 -right-0.5 grid min-w-[18px] place-items-center rounded-full bg-accent px-1 text-[11px] leading-[18px] font-semibold text-on-accent max-md:top-1 max-md:right-1"
        >
          {count > 99 ? "99+" : count}
        </span>
      )}
      {open && <NotificationsPanel id={id} anchor={anchor} onOpen={setOpen} />}
    </span>
  );
}
