import { mostSeries, type Series } from "./series-chart.tsx";

/** Returns as many series as there are colours; the last one sums up all others. */
export function largestAndRest(series: readonly Series[]): readonly Series[] {
  if (series.length <= mostSeries) return series;
  const [kept, others] = [series.slice(0, mostSeries - 1), series.slice(mostSeries - 1)];
  const values = kept[0]!.values.map((_, at) => others.reduce((sum, each) => sum + (each.values[at] ?? 0), 0));
  return [...kept, { name: `${others.length} others`, values }];
}
