import {
  notificationCategories,
  notifications,
  type NotificationCategory,
} from "@tradewind/contract/portal/notifications.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef, useState, type RefObject } from "react";
import { IconButton } from "../../ui/button.tsx";
import { Segmented, Select } from "../../ui/choice.tsx";
import { cx } from "../../ui/class-names.ts";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { useShown } from "../../ui/popover.ts";
import { SearchBox } from "../../ui/text-field.tsx";
import { useWrite } from "../../platform/queries.ts";
import { useSession } from "../../platform/session.ts";
import { appLink } from "../../shared/link-render.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { useTypedSearch } from "../../shared/list/use-typed-search.ts";
import { notificationsQuery, type Filter, type Notification } from "./notifications.queries.ts";

const states = [
  { value: "all", label: "All" },
  { value: "new", label: "New" },
  { value: "read", label: "Read" },
] as const;

type PanelProps = { id: string; anchor: RefObject<HTMLElement | null>; onOpen: (open: boolean) => void };

/** Lists the latest notifications, filtered by state, category and text. */
export function NotificationsPanel({ id, anchor, onOpen }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useShown({ open: true, anchor, panel, align: "end" });
  const { JumpedBy } = useSession();
  const [Status, setStatus] = useState<Filter["Status"]>("all");
  const [Category, setCategory] = useState<NotificationCategory>();
  const [Search, setSearch] = useState("");
  const [text, setText] = useTypedSearch(Search, setSearch);
  const filter = { Status, Category, Search: Search || undefined };
  const { data, error, refetch } = useQuery({ ...notificationsQuery(filter), placeholderData: keepPreviousData });
  const change = useWrite(notifications.change, { refreshes: ["notifications"] });
  const readAll = useWrite(notifications.readAll, { refreshes: ["notifications"] });
  // During a visit, opening a notification does not mark it as read.
  const own = JumpedBy === null;
  const open = (item: Notification) => {
    if (own && item.Status === "new") change.mutate({ body: { Id: item.Id, Status: "read" } });
    if (item.Link) onOpen(false);
  };

  return (
    <div
      id={id}
      ref={panel}
      popover="auto"
      role="dialog"
      aria-label="Notifications"
      className="popover max-h-[336px] w-[472px] max-w-[calc(100vw-16px)] flex-col p-0! open:flex"
      onToggle={(event) => onOpen(event.nativeEvent.newState === "open")}
    >
      <div className="grid gap-2 border-b border-line p-3">
        <div className="flex items-center justify-between gap-3">
          <Segmented label="Shown" quietLabel choices={states} value={Status} onValue={setStatus} />
          <Select
            label="Category"
            quietLabel
            className="w-40 min-w-0"
            placeholder="All categories"
            choices={notificationCategories.map((category) => ({ value: category, label: category }))}
            value={Category ?? ""}
            onChange={({ target }) => setCategory((target.value || undefined) as NotificationCategory | undefined)}
          />
        </div>
        <div className="flex items-center justify-between gap-2">
          <SearchBox
            label="Search notifications"
            placeholder="Search"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          {own && (
            <IconButton
              icon="check"
              label="Mark all as read"
              disabled={!data?.New || readAll.isPending}
              onClick={() => readAll.mutate({})}
            />
          )}
        </div>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain" aria-busy={!data}>
        {error && !data ? (
          <QueryError tight error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <div className="grid gap-4 p-4">
            <Skeleton />
            <Skeleton className="w-2/3" />
            <Skeleton />
          </div>
        ) : data.Items.length === 0 ? (
          <Nothing filtered={Status === "read" || Category !== undefined || Search !== ""} />
        ) : (
          <ul>
            {data.Items.map((item) => (
              <li key={item.Id} className="border-b border-line last:border-0">
                <Item item={item} onOpen={() => open(item)} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

const Nothing = ({ filtered }: { filtered: boolean }) => (
  <EmptyState tight icon="bell" title={filtered ? "No notifications found" : "Nothing new"}>
    {filtered ? "Try another word, or all categories." : "News about your orders, services and invoices appears here."}
  </EmptyState>
);

function Item({ item, onOpen }: { item: Notification; onOpen: () => void }) {
  const isNew = item.Status === "new";
  const className = "flex w-full items-start gap-3 px-4 py-2.5 text-left -outline-offset-2 hover:bg-sunken";
  const children = (
    <>
      <span className={cx("mt-[7px] size-2 shrink-0 rounded-full", isNew && "bg-accent-text")} />
      <span className="grid min-w-0 gap-0.5">
        <span className={cx("wrap-anywhere", isNew && "font-medium")}>
          {isNew && <span className="sr-only">New: </span>}
          {item.Content}
        </span>
        <span className="text-sm text-muted">
          {item.Category} · {formatDateTime(item.Created)}
        </span>
      </span>
    </>
  );
  return item.Link ? (
    appLink({ href: item.Link, className, onClick: onOpen, children })
  ) : (
    <button type="button" className={className} onClick={onOpen}>
      {children}
    </button>
  );
}
