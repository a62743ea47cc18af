import { useId, useLayoutEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";

export type ChartPoint = { label: string; value: number };

type ChartProps = {
  /** The title, such as "Net spend by month". */
  title: string;
  kind?: "bars" | "line";
  points: readonly ChartPoint[];
  /** Formats a value, in the table and on the axis. */
  format: (value: number) => string;
  /** Column headers of the table behind it. */
  heads: readonly [string, string];
  height?: number;
};

const pad = { top: 12, right: 4, bottom: 24, left: 64 };

/** Returns round steps of 1, 2 or 5 that reach the largest value. */
export function ticks(largest: number, count = 4): number[] {
  if (!(largest > 0)) return [0];
  const rough = largest / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => power * factor >= rough) ?? 10);
  return Array.from({ length: Math.ceil(largest / step) + 1 }, (_, index) => index * step);
}

/** Formats a mark on the axis: round sums need no pence. */
export const axisMark = (text: string): string => text.replace(/\.00$/, "");

/** Draws bars or a line at the measured width, with the same figures as a table one press away. */
export function Chart({ title, kind = "bars", points, format, heads, height = 220 }: ChartProps) {
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
    <figure aria-labelledby={id} className="grid min-w-0 gap-2">
      <figcaption className="flex items-center justify-between gap-3">
        <span id={id} className="text-sm text-muted">
          {title}
        </span>
        <Button size="small" variant="light" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? "Show as chart" : "Show as table"}
        </Button>
      </figcaption>
      <div ref={frame} className="min-w-0" style={{ minHeight: height }}>
        {asTable ? (
          <ChartTable points={points} format={format} heads={heads} title={title} />
        ) : (
          width > 0 && (
            <Drawing kind={kind} points={points} format={format} width={width} height={height} title={title} />
          )
        )}
      </div>
    </figure>
  );
}

function ChartTable({ points, format, heads, title }: Pick<ChartProps, "points" | "format" | "heads" | "title">) {
  return (
    <table className="w-full">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr className="border-b border-line text-left text-sm text-muted">
          <th scope="col" className="py-2 font-medium">
            {heads[0]}
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            {heads[1]}
          </th>
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.label} className="border-b border-line last:border-0">
            <th scope="row" className="py-2 text-left font-normal">
              {point.label}
            </th>
            <td className="figures py-2 text-right">{format(point.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type DrawingProps = Required<Pick<ChartProps, "kind" | "points" | "format" | "title">> & {
  width: number;
  height: number;
};

function Drawing({ kind, points, format, width, height, title }: DrawingProps) {
  const marks = ticks(Math.max(0, ...points.map((point) => point.value)));
  const top = marks.at(-1) || 1;
  const inner = { width: Math.max(1, width - pad.left - pad.right), height: height - pad.top - pad.bottom };
  const band = inner.width / Math.max(1, points.length);
  const x = (index: number) => pad.left + band * (index + 0.5);
  const y = (value: number) => pad.top + inner.height * (1 - Math.max(0, value) / top);
  const every = Math.ceil(points.length / Math.max(1, Math.floor(inner.width / 56)));
  const barWidth = Math.min(40, band * 0.62);
  return (
    <svg
      role="img"
      aria-label={`${title}: ${points.map((point) => `${point.label} ${format(point.value)}`).join(", ")}`}
      width={width}
      height={height}
      className="block"
    >
      {marks.map((mark) => (
        <g key={mark}>
          <line x1={pad.left} x2={width - pad.right} y1={y(mark)} y2={y(mark)} className="stroke-line" />
          <text x={pad.left - 10} y={y(mark) + 4} textAnchor="end" className="figures fill-muted text-sm">
            {axisMark(format(mark))}
          </text>
        </g>
      ))}
      {kind === "bars" &&
        points.map((point, index) => {
          const tall = Math.max(0, y(0) - y(point.value));
          return (
            <rect
              key={point.label}
              x={x(index) - barWidth / 2}
              y={y(point.value)}
              width={barWidth}
              height={tall}
              rx={Math.min(3, tall / 2)}
              className="fill-chart-1 transition-opacity hover:opacity-80"
            >
              <title>{`${point.label}: ${format(point.value)}`}</title>
            </rect>
          );
        })}
      {kind === "line" && (
        <>
          <polyline
            points={points.map((point, index) => `${x(index)},${y(point.value)}`).join(" ")}
            fill="none"
            strokeWidth={2}
            strokeLinejoin="round"
            className="stroke-chart-1"
          />
          {points.map((point, index) => (
            <circle
              key={point.label}
              cx={x(index)}
              cy={y(point.value)}
              r={3.5}
              className="fill-surface stroke-chart-1"
              strokeWidth={2}
            >
              <title>{`${point.label}: ${format(point.value)}`}</title>
            </circle>
          ))}
        </>
      )}
      {points.map((point, index) =>
        index % every === 0 ? (
          <text key={point.label} x={x(index)} y={height - 6} textAnchor="middle" className="fill-muted text-sm">
            {point.label}
          </text>
        ) : null,
      )}
    </svg>
  );
}
