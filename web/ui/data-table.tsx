import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from "react";
import { cx } from "./class-names.ts";
import { Skeleton } from "./placeholder.tsx";
import { SelectAll } from "./select-all.tsx";
import { SortButton } from "./sort-button.tsx";
import { nextSort, sortOf, toggled, withRange, type Column, type TableProps } from "./table-model.ts";
import { placed, TableCard, TableRow } from "./table-row.tsx";
import { useMedia, widths } from "./use-media.ts";
import { useWindowRows } from "./window-rows.ts";

const SelectionBar = lazy(async () => ({ default: (await import("./selection-bar.tsx")).SelectionBar }));

const usualCardHeight = 76;
const skeletonRows = 8;
/** The height of the page's header and the table's header in pixels. */
const stickyHeight = 100;
/** Fetches the next page this many rows before the last drawn one, which is itself some rows below the visible part. */
const ahead = 15;

/**
 * Shows server-sorted, server-paged rows in one virtual list that scrolls with the page: a table from 768 px, cards
 * below. The caller appends pages; arrow keys move between rows.
 */
export function DataTable<Row>(props: TableProps<Row>) {
  const {
    label,
    rows,
    rowKey,
    total,
    loading,
    hasMore,
    loadMore,
    sort,
    onSort,
    selected,
    onSelect,
    bulk,
    empty,
    error,
    actions,
    cardHeight = usualCardHeight,
  } = props;
  const phone = useMedia(widths.phone);
  const large = useMedia(widths.large);
  const wide = useMedia(widths.wide);
  const given = props.columns;
  const columns = useMemo(
    () => given.filter((column) => !column.from || (column.from === "large" ? large : wide)),
    [given, large, wide],
  );
  const waiting = loading && rows.length === 0;
  const count = waiting ? skeletonRows : rows.length + (hasMore ? 3 : 0);

  const body = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const [rowHeight, setRowHeight] = useState(44);
  useLayoutEffect(() => {
    const measure = () => {
      if (!body.current) return;
      setScrollMargin(body.current.getBoundingClientRect().top + scrollY);
      setRowHeight(Number.parseInt(getComputedStyle(body.current).getPropertyValue("--row"), 10) || 44);
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    addEventListener("resize", measure);
    return () => {
      watch.disconnect();
      removeEventListener("resize", measure);
    };
  }, []);
  const height = (phone ? cardHeight : rowHeight) + (given[0]?.twoLines ? 16 : 0);
  const idOf = useCallback(
    (index: number) => (waiting || !rows[index] ? `waiting ${index}` : rowKey(rows[index])),
    [waiting, rows, rowKey],
  );
  const focused = useRef<string>(undefined);
  const pressed = useRef<string>(undefined);
  const isHeld = useCallback((id: string) => id === focused.current || id === pressed.current, []);
  const { slots, reveal } = useWindowRows({ count, height, top: scrollMargin, idOf, isHeld });
  const idAt = (target: EventTarget) => {
    const index = (target as HTMLElement).closest<HTMLElement>("[data-row]")?.dataset.row;
    return index && idOf(Number(index));
  };
  const last = slots.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !loading && last >= rows.length - ahead) loadMore?.();
  }, [hasMore, loading, last, rows.length, loadMore]);

  const chooses = selected !== undefined && onSelect !== undefined;
  const isChosen = chooses && selected.size > 0;
  const ticked = useRef(0);
  const select = useCallback(
    (index: number, through: boolean) => {
      if (!selected) return;
      const keys = rows.slice(Math.min(index, ticked.current), Math.max(index, ticked.current) + 1).map(rowKey);
      onSelect?.(through ? withRange(selected, keys, rowKey(rows[index]!)) : toggled(selected, rowKey(rows[index]!)));
      ticked.current = index;
    },
    [selected, onSelect, rows, rowKey],
  );
  const template = [
    chooses && "40px",
    ...columns.map((column) => column.width ?? "minmax(96px, 1fr)"),
    actions && "48px",
  ]
    .filter(Boolean)
    .join(" ");

  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const from = (event.target as HTMLElement).closest<HTMLElement>("[data-row]");
    if (!from || (event.target as HTMLElement).matches("input, select")) return;
    const to = Number(from.dataset.row) + (event.key === "ArrowDown" ? 1 : -1);
    if (to < 0 || to >= rows.length) return;
    event.preventDefault();
    reveal(to, stickyHeight);
    const goTo = (frames: number) => {
      const target = body.current?.querySelector<HTMLElement>(`[data-row="${to}"] :is(a, button)`);
      if (target) target.focus({ preventScroll: true });
      // After a jump the row is drawn some frames later.
      else if (frames > 0) requestAnimationFrame(() => goTo(frames - 1));
    };
    requestAnimationFrame(() => goTo(5));
  };

  if (error) return <div className="rounded-card border border-line bg-surface">{error}</div>;
  if (!loading && rows.length === 0 && !hasMore)
    return <div className="rounded-card border border-line bg-surface">{empty}</div>;

  return (
    <div className={cx("relative", isChosen && "flex flex-col")}>
      {isChosen && (
        <Suspense fallback={null}>
          <SelectionBar
            count={selected.size}
            onAll={phone && selected.size < rows.length ? () => onSelect(new Set(rows.map(rowKey))) : undefined}
            reach={selected.size === rows.length ? props.reach : undefined}
            onReach={async () => {
              const all = await props.loadReach?.();
              if (all) onSelect(new Set(all.map(rowKey)));
            }}
            onClear={() => onSelect(new Set())}
          >
            {bulk}
          </SelectionBar>
        </Suspense>
      )}
      <div
        role="table"
        aria-label={label}
        aria-rowcount={total === undefined ? -1 : total + 1}
        aria-busy={loading || undefined}
        style={{ "--columns": template } as React.CSSProperties}
        className="rounded-card border border-line bg-surface"
        onKeyDown={move}
        onMouseOver={sayInFull}
        onMouseOut={sayNoMore}
        onFocus={(event) => {
          focused.current = idAt(event.target);
          sayInFull(event);
        }}
        onBlur={(event) => {
          focused.current = undefined;
          sayNoMore(event);
        }}
        onPointerDown={({ target }) => {
          pressed.current = idAt(target);
          // A click comes after the pointer has gone up.
          const letGo = () => setTimeout(() => (pressed.current = undefined));
          for (const end of ["pointerup", "pointercancel"]) addEventListener(end, letGo, { once: true });
        }}
      >
        <div
          role="rowgroup"
          className={phone ? "sr-only" : "sticky top-(--header) z-10 rounded-t-card border-b border-line bg-surface"}
        >
          <div role="row" aria-rowindex={1} className="grid h-10 grid-cols-(--columns) items-center px-2">
            {chooses && (
              <span role="columnheader" className="px-3">
                {!phone && (
                  <SelectAll
                    count={selected.size}
                    of={rows.length}
                    onChange={(all) => onSelect(all ? new Set(rows.map(rowKey)) : new Set())}
                  />
                )}
                <span className={phone ? "" : "sr-only"}>Selected</span>
              </span>
            )}
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
            {actions && (
              <span role="columnheader">
                <span className="sr-only">Actions</span>
              </span>
            )}
          </div>
        </div>
        <div role="rowgroup" ref={body} className="relative" style={{ height: count * height }}>
          {slots.map(({ index, key, away }) => {
            const row = waiting ? undefined : rows[index];
            const place = { top: index * height, height };
            if (row === undefined)
              return (
                <WaitingRow
                  key={key}
                  index={index}
                  columns={columns}
                  phone={phone}
                  extra={[chooses, Boolean(actions)]}
                  style={placed(place.top, place.height)}
                />
              );
            const shared = {
              row,
              index,
              columns,
              ...place,
              selected: selected?.has(rowKey(row)),
              href: props.href,
              onOpen: props.onOpen,
              renderLink: props.renderLink,
              actions,
              rowName: props.rowName,
              // A menu closes when its row leaves the window.
              name: away ? "" : rowKey(row),
              onSelect: chooses ? select : undefined,
            };
            return phone ? <TableCard key={key} {...shared} /> : <TableRow key={key} {...shared} />;
          })}
        </div>
      </div>
      {hasMore && !loading && (
        <p className="hidden pt-2 text-sm text-muted print:block">
          {total === undefined ? `The first ${rows.length} rows` : `The first ${rows.length} of ${total} rows`}
        </p>
      )}
    </div>
  );
}

const cellOf = (target: EventTarget) => (target as HTMLElement).closest<HTMLElement>('[role="cell"]');

/** Shows a truncated cell's full text as a tooltip on hover or focus. */
function sayInFull({ target }: { target: EventTarget }) {
  const cell = cellOf(target);
  if (!cell) return;
  const isCut = [cell, ...cell.querySelectorAll("*")].some((each) => {
    const { textOverflow, webkitLineClamp } = getComputedStyle(each);
    if (webkitLineClamp !== "none") return each.scrollHeight > each.clientHeight;
    return textOverflow === "ellipsis" && each.scrollWidth > each.clientWidth;
  });
  if (isCut) cell.title = cell.textContent;
}

/** Removes the tooltip, since the cell may show another row next. */
const sayNoMore = ({ target }: { target: EventTarget }) => cellOf(target)?.removeAttribute("title");

function HeadCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort?: string;
  onSort?: (sort: string) => void;
}) {
  const direction = sortOf(sort, column.id);
  const end = column.align === "end" && "justify-end text-right";
  if (!column.sortable || !onSort)
    return (
      <span role="columnheader" className={cx("truncate px-3 text-sm font-medium text-muted", end)}>
        {column.header}
      </span>
    );
  return (
    <span role="columnheader" aria-sort={direction} className={cx("flex min-w-0", end)}>
      <SortButton label={column.header} direction={direction} onPress={() => onSort(nextSort(sort, column.id))} />
    </span>
  );
}

type WaitingProps<Row> = {
  index: number;
  columns: readonly Column<Row>[];
  phone: boolean;
  extra: readonly [boolean, boolean];
  style: React.CSSProperties;
};

function WaitingRow<Row>({ index, columns, phone, extra, style }: WaitingProps<Row>) {
  const width = ["w-3/5", "w-2/5", "w-1/2", "w-2/3"];
  if (phone)
    return (
      <div
        aria-hidden="true"
        style={style}
        className="absolute inset-x-0 top-0 grid content-center gap-2 border-b border-line px-4 print:hidden"
      >
        <Skeleton className={width[index % 4]} />
        <Skeleton className="h-3 w-1/3" />
      </div>
    );
  return (
    <div
      aria-hidden="true"
      style={style}
      className="absolute inset-x-0 top-0 grid grid-cols-(--columns) items-center border-b border-line px-2 print:hidden"
    >
      {extra[0] && <span />}
      {columns.map((column, at) => (
        <span key={column.id} className={cx("px-3", column.align === "end" && "flex justify-end")}>
          <Skeleton className={cx("h-3.5", column.align === "end" ? "w-12" : width[(index + at) % 4])} />
        </span>
      ))}
      {extra[1] && <span />}
    </div>
  );
}
