import { useId, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { axisMark, ticks } from "./chart.tsx";
import { cx } from "./class-names.ts";

export type Series = { name: string; values: readonly number[] };

type SeriesChartProps = {
  /** The title, such as "Revenue by product". */
  title: string;
  /**
   * `stacked` puts one series on top of the other and takes no negative sums; `lines` draws the second series dashed,
   * as the comparison.
   */
  kind: "lines" | "stacked";
  labels: readonly string[];
  series: readonly Series[];
  format: (value: number) => string;
  /** Header of the table's first column. */
  head: string;
  actions?: ReactNode;
  height?: number;
};

const pad = { top: 12, right: 8, bottom: 24, left: 68 };
/** Colours that colour-blind people can tell apart, in this order; the last one is for the rest. */
const fills = [
  "fill-chart-1",
  "fill-chart-2",
  "fill-chart-3",
  "fill-chart-4",
  "fill-chart-6",
  "fill-chart-7",
  "fill-chart-8",
  "fill-chart-5",
];
const grounds = [
  "bg-chart-1",
  "bg-chart-2",
  "bg-chart-3",
  "bg-chart-4",
  "bg-chart-6",
  "bg-chart-7",
  "bg-chart-8",
  "bg-chart-5",
];
export const mostSeries = fills.length;

/** Draws several series over the same months, with the figures as a table one press away. */
export function SeriesChart({ title, kind, labels, series, format, head, actions, height = 240 }: SeriesChartProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [asTable, setAsTable] = useState(false);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    watch.observe(frame.current!);
    return () => watch.disconnect();
  }, []);
  return (
    <figure aria-labelledby={id} className="grid min-w-0 gap-3">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span id={id} className="sr-only">
          {title}
        </span>
        <Legend kind={kind} series={series} />
        <span className="flex gap-1">
          <Button size="small" variant="light" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {asTable ? "Show as chart" : "Show as table"}
          </Button>
          {actions}
        </span>
      </figcaption>
      <div ref={frame} className="min-w-0" style={{ minHeight: height }}>
        {asTable ? (
          <SeriesTable {...{ title, labels, series, format, head }} />
        ) : (
          width > 0 && <Drawing {...{ title, kind, labels, series, format, width, height }} />
        )}
      </div>
    </figure>
  );
}

function Legend({ kind, series }: Pick<SeriesChartProps, "kind" | "series">) {
  return (
    <ul className="flex min-w-0 flex-1 basis-48 flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {series.map(({ name }, at) => (
        <li key={name} className="flex min-w-0 items-center gap-1.5">
          {kind === "stacked" ? (
            <span aria-hidden="true" className={cx("size-2.5 shrink-0 rounded-[3px]", grounds[at])} />
          ) : (
            <span
              aria-hidden="true"
              className={cx("w-4 shrink-0 border-t-2", at === 0 ? "border-chart-1" : "border-dashed border-chart-5")}
            />
          )}
          <span className="truncate">{name}</span>
        </li>
      ))}
    </ul>
  );
}

function SeriesTable({ title, labels, series, format, head }: Omit<SeriesChartProps, "kind" | "actions" | "height">) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <div className="max-h-96 overflow-auto" tabIndex={0} role="region" aria-label={`${title}, as a table`}>
      <table className="w-full">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="border-b border-line text-left text-sm text-muted">
            <th scope="col" className="py-2 pr-4 font-medium">
              {head}
            </th>
            {series.map(({ name }) => (
              <th key={name} scope="col" className="py-2 pl-4 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, at) => (
            <tr key={label} className="border-b border-line last:border-0">
              <th scope="row" className="py-2 pr-4 text-left font-normal whitespace-nowrap">
                {label}
              </th>
              {series.map(({ name, values }) => (
                <td key={name} className="figures py-2 pl-4 text-right whitespace-nowrap">
                  {format(values[at] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type DrawingProps = Pick<SeriesChartProps, "title" | "kind" | "labels" | "series" | "format"> & {
  width: number;
  height: number;
};

function Drawing({ title, kind, labels, series, format, width, height }: DrawingProps) {
  const columns = labels.map((_, at) => series.map(({ values }) => Math.max(0, values[at] ?? 0)));
  const reach = (column: readonly number[]) =>
    kind === "stacked" ? column.reduce((sum, value) => sum + value, 0) : Math.max(0, ...column);
  const marks = ticks(Math.max(0, ...columns.map(reach)));
  const top = marks.at(-1) || 1;
  const inner = { width: Math.max(1, width - pad.left - pad.right), height: height - pad.top - pad.bottom };
  const band = inner.width / Math.max(1, labels.length);
  const x = (at: number) => pad.left + band * (at + 0.5);
  const y = (value: number) => pad.top + inner.height * (1 - value / top);
  const every = Math.ceil(labels.length / Math.max(1, Math.floor(inner.width / 56)));
  const spoken = labels.map(
    (label, at) => `${label} ${series.map(({ name, values }) => `${name} ${format(values[at] ?? 0)}`).join(", ")}`,
  );
  return (
    <svg role="img" aria-label={`${title}: ${spoken.join("; ")}`} width={width} height={height} className="block">
      {marks.map((mark) => (
        <g key={mark}>
          <line x1={pad.left} x2={width - pad.right} y1={y(mark)} y2={y(mark)} className="stroke-line" />
          <text x={pad.left - 10} y={y(mark) + 4} textAnchor="end" className="figures fill-muted text-sm">
            {axisMark(format(mark))}
          </text>
        </g>
      ))}
      {kind === "stacked" ? (
        <Stacks {...{ labels, series, format, columns, x, y }} width={Math.min(40, band * 0.62)} />
      ) : (
        <Lines {...{ labels, series, format, columns, x, y }} />
      )}
      {labels.map((label, at) =>
        at % every === 0 ? (
          <text key={label} x={x(at)} y={height - 6} textAnchor="middle" className="fill-muted text-sm">
            {label}
          </text>
        ) : null,
      )}
    </svg>
  );
}

type MarksProps = Pick<SeriesChartProps, "labels" | "series" | "format"> & {
  columns: readonly (readonly number[])[];
  x: (at: number) => number;
  y: (value: number) => number;
};

function Stacks({ labels, series, format, columns, x, y, width }: MarksProps & { width: number }) {
  return labels.map((label, at) => {
    let below = 0;
    return (
      <g key={label}>
        {columns[at]!.map((value, which) => {
          const from = below;
          below += value;
          const { name } = series[which]!;
          return value === 0 ? null : (
            <rect
              key={name}
              x={x(at) - width / 2}
              y={y(below)}
              width={width}
              height={y(from) - y(below)}
              // A hairline in the background colour separates neighbours without relying on their colours.
              className={cx(fills[which], "stroke-surface transition-opacity hover:opacity-80")}
            >
              <title>{`${label}, ${name}: ${format(value)}`}</title>
            </rect>
          );
        })}
      </g>
    );
  });
}

function Lines({ labels, series, format, columns, x, y }: MarksProps) {
  return series
    .map(({ name }, which) => (
      <g key={name}>
        <polyline
          points={columns.map((column, at) => `${x(at)},${y(column[which]!)}`).join(" ")}
          fill="none"
          strokeWidth={2}
          strokeLinejoin="round"
          strokeDasharray={which === 0 ? undefined : "4 4"}
          className={which === 0 ? "stroke-chart-1" : "stroke-chart-5"}
        />
        {columns.map((column, at) => (
          <circle
            key={labels[at]}
            cx={x(at)}
            cy={y(column[which]!)}
            r={which === 0 ? 3.5 : 2.5}
            strokeWidth={2}
            className={cx("fill-surface", which === 0 ? "stroke-chart-1" : "stroke-chart-5")}
          >
            <title>{`${labels[at]}, ${name}: ${format(series[which]!.values[at] ?? 0)}`}</title>
          </circle>
        ))}
      </g>
    ))
    .toReversed();
}
