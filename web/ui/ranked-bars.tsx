import { cx } from "./class-names.ts";

export type RankedBar = { id: string; name: string; value: number; note?: string };

/** Draws bars one below the other, the largest first, each with its figure in words: the chart is its own table. */
export function RankedBars({
  title,
  heads,
  bars,
  rest,
  format,
}: {
  title: string;
  heads: readonly [string, string];
  bars: readonly RankedBar[];
  /** All others together, outside the ranking. */
  rest?: { name: string; value: number };
  format: (value: number) => string;
}) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const lines = [...bars, ...(rest ? [{ id: "", ...rest }] : [])];
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">{title}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{heads[0]}</th>
          <th scope="col">{heads[1]}</th>
        </tr>
      </thead>
      <tbody className="grid gap-3">
        {lines.map(({ id, name, value, ...bar }: Omit<RankedBar, "id"> & { id: string }) => (
          <tr key={id} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1">
            <th scope="row" className={cx("truncate text-left font-normal", id === "" && "text-muted")}>
              {name}
            </th>
            <td className="figures text-right">
              {format(value)}
              {bar.note && <span className="text-sm text-muted"> {bar.note}</span>}
            </td>
            {id !== "" && (
              <td aria-hidden="true" className="col-span-2 h-2 overflow-hidden rounded-full bg-sunken">
                <svg width="100%" height="8" className="block">
                  <rect width={`${(100 * Math.max(0, value)) / most}%`} height="8" rx="4" className="fill-chart-1" />
                </svg>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
