import { memo, type CSSProperties, type ReactNode } from "react";
import { cx } from "./class-names.ts";
import { Menu } from "./menu.tsx";
import type { Column, TableProps } from "./table-model.ts";

type RowProps<Row> = Pick<TableProps<Row>, "href" | "onOpen" | "renderLink" | "actions" | "rowName"> & {
  row: Row;
  index: number;
  name: string;
  columns: readonly Column<Row>[];
  top: number;
  height: number;
  selected?: boolean;
  /** `through` includes every row since the last one, as with Shift held down. */
  onSelect?: (index: number, through: boolean) => void;
};

/** Shows a row's title: a link or button that covers the whole row, so that ctrl-click works as on any link. */
function Primary<Row>({
  row,
  columns,
  href,
  onOpen,
  renderLink,
  roomy = columns[0]?.twoLines,
  children,
}: RowProps<Row> & { roomy?: boolean | undefined; children: ReactNode }) {
  const cut = roomy
    ? "line-clamp-2 leading-5 whitespace-normal wrap-anywhere max-md:leading-6"
    : "block truncate leading-6";
  const className =
    "rounded-control font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text";
  if (href && renderLink)
    return renderLink({ href: href(row), className: cx(className, cut), onClick: () => {}, children });
  if (onOpen)
    return (
      <button type="button" className={cx(className, cut, "max-w-full text-left")} onClick={() => onOpen(row)}>
        {children}
      </button>
    );
  return <span className={cx(cut, "font-medium")}>{children}</span>;
}

function Line<Row>(props: RowProps<Row>) {
  const { row, index, name, columns, top, height, selected, onSelect, actions, rowName } = props;
  return (
    <div
      role="row"
      data-row={index}
      aria-rowindex={index + 2}
      aria-selected={onSelect ? selected : undefined}
      style={placed(top, height)}
      className={cx(
        "absolute inset-x-0 top-0 grid grid-cols-(--columns) items-center border-b border-line px-2 leading-6 last:border-b-0",
        selected ? "bg-accent-soft" : (props.href || props.onOpen) && "hover:bg-canvas",
      )}
    >
      {onSelect && (
        <span role="cell" className="relative z-1 px-3">
          <RowTick index={index} of={rowName?.(row)} selected={selected} onSelect={onSelect} />
        </span>
      )}
      {columns.map((column, at) => (
        <span
          key={column.id}
          role="cell"
          className={cx(
            "min-w-0 px-3",
            column.align === "end" ? "figures text-right" : "truncate",
            column.quiet && "text-muted",
          )}
        >
          {at === 0 ? <Primary {...props}>{column.cell(row)}</Primary> : column.cell(row)}
        </span>
      ))}
      {actions && (
        <span role="cell" className="relative z-1 flex justify-end pr-1">
          <RowMenu of={name} items={actions(row)} index={index} />
        </span>
      )}
    </div>
  );
}

/** Shows the row as a card: title and figure on the first line, the rest below. */
function LineCard<Row>(props: RowProps<Row>) {
  const { row, index, name, columns, top, height, selected, onSelect, actions, rowName } = props;
  const [title, ...others] = columns;
  const corner = others.find((column) => column.card === "corner");
  const lines = others.filter((column) => column.card === "line");
  const rows = others.filter((column) => column.card === "row");
  return (
    <div
      role="row"
      data-row={index}
      aria-rowindex={index + 2}
      aria-selected={onSelect ? selected : undefined}
      style={placed(top, height)}
      className={cx(
        "absolute inset-x-0 top-0 flex items-center gap-2 border-b border-line pr-1 last:border-b-0 active:bg-sunken",
        onSelect ? "pl-0" : "pl-4",
        selected && "bg-accent-soft",
      )}
    >
      {onSelect && (
        <span role="cell" className="relative z-1 shrink-0">
          <RowTick index={index} of={rowName?.(row)} selected={selected} onSelect={onSelect} roomy />
        </span>
      )}
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-1">
        <div className="flex items-center gap-3">
          <span role="cell" className="min-w-0 flex-1">
            <Primary {...props} roomy>
              {title!.cell(row)}
            </Primary>
          </span>
          {corner && (
            <span role="cell" className={cx("figures shrink-0", corner.quiet && "text-muted")}>
              {corner.cell(row)}
            </span>
          )}
        </div>
        {lines.length > 0 && (
          <div
            role="presentation"
            className="flex min-w-0 gap-x-3 overflow-hidden text-sm whitespace-nowrap text-muted"
          >
            {lines.map((column) => (
              <span key={column.id} role="cell" className={cx("truncate", column.align && "ml-auto shrink-0")}>
                {column.cell(row)}
              </span>
            ))}
          </div>
        )}
        {rows.map((column) => (
          <span key={column.id} role="cell" className="min-w-0">
            {column.cell(row)}
          </span>
        ))}
      </div>
      {actions ? (
        <span role="cell" className="relative z-1 min-w-11">
          <RowMenu of={name} items={actions(row)} index={index} />
        </span>
      ) : (
        <span className="w-2" />
      )}
    </div>
  );
}

type RowTickProps = Required<Pick<RowProps<never>, "onSelect">> & {
  index: number;
  of: string | undefined;
  selected: boolean | undefined;
  /** Adds room around it for a thumb. */
  roomy?: boolean;
};

function RowTick({ index, of, selected, onSelect, roomy }: RowTickProps) {
  const tick = (
    <input
      type="checkbox"
      aria-label={`Select ${of ?? `row ${index + 1}`}`}
      className={cx("align-middle", roomy ? "size-5" : "size-4")}
      checked={selected ?? false}
      onChange={({ nativeEvent }) => onSelect(index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
  );
  return roomy ? <label className="grid size-11 place-items-center">{tick}</label> : tick;
}

type RowMenuProps = { of: string; items: ReturnType<NonNullable<TableProps<never>["actions"]>>; index: number };

function RowMenu({ of, items, index }: RowMenuProps) {
  return items.length === 0 ? null : (
    <Menu label={`Actions for row ${index + 1}`} of={of} groups={[{ items }]} align="end" />
  );
}

/** Positions a row of a virtual list. */
export const placed = (top: number, height: number): CSSProperties => ({ height, transform: `translateY(${top}px)` });

// Scrolling draws only the rows that come into view.
export const TableRow = memo(Line) as typeof Line;
export const TableCard = memo(LineCard) as typeof LineCard;
