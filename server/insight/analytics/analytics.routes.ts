import {
  analytics,
  moneyReports,
  mostMonths,
  type MoneyReport,
  type Report,
} from "@tradewind/contract/insight/analytics.ts";
import {
  monthFigures,
  monthsBetween,
  stretchFigures,
  stretchOf,
  type Figures,
  type MonthChange,
} from "@tradewind/domain/insight/analytics.ts";
import { csvLineEnd, csvMark } from "@tradewind/domain/values/csv.ts";
import { addMonths } from "@tradewind/domain/values/dates.ts";
import { seesPrices, type TenantActor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import type { Db } from "../../platform/db.ts";
import { answer } from "../../platform/http.ts";
import { streamCompared } from "./analytics-csv.store.ts";
import { listCustomers, pageSize, rankOf, readSums, type Compared, type Stretch } from "./analytics.store.ts";

type Asked = { From?: string | undefined; To?: string | undefined };

function readStretch(asked: Asked, today: string): Stretch {
  const decided = stretchOf(asked, today, mostMonths);
  if (!decided.ok) throw new AppError("invalidRequest", { fields: decided.fields });
  return { ...decided.stretch, today };
}

/** Only the reseller may see amounts (ACL-39, ACL-40). */
function requirePrices(actor: TenantActor, report: Report) {
  if (moneyReports.some((each) => each === report) && !seesPrices(actor)) throw new AppError("pricesHidden");
}

const amountFor = (actor: TenantActor, minor: bigint) =>
  seesPrices(actor) ? { Minor: String(minor), Currency: actor.currency } : null;

const toWire = (actor: TenantActor, { cost, sales, margin, seats, active, ended }: Figures) => ({
  Cost: amountFor(actor, cost),
  Sales: amountFor(actor, sales),
  Margin: amountFor(actor, margin),
  Seats: seats,
  Active: active,
  Ended: ended,
});

const toCompared = (actor: TenantActor, row: Compared) => ({
  Now: toWire(actor, row),
  Before: toWire(actor, {
    cost: row.cost_before,
    sales: row.sales_before,
    margin: row.margin_before,
    seats: row.seats_before,
    active: row.active_before,
    ended: row.ended_before,
  }),
});

/** Reads changes by product. */
async function readChanges(db: Db, actor: TenantActor, stretch: Stretch) {
  const { charges, steps, names } = await readSums(db, actor, stretch, seesPrices(actor));
  const nothing = { cost: 0n, sales: 0n, margin: 0n, seats: 0, active: 0, endedInMonth: 0, ended: 0 };
  const changes = [
    ...charges.map(({ product_id, ...amounts }) => ({ ...nothing, ...amounts, product: product_id })),
    ...steps.map(({ product_id, ended_in_month, ...step }) => ({
      ...nothing,
      ...step,
      product: product_id,
      endedInMonth: ended_in_month,
    })),
  ];
  return { changes, byProduct: Map.groupBy(changes, ({ product }) => product), names };
}

const size = ({ cost, seats, ended }: Figures) => [Number(cost), seats, ended];
const larger = (a: Figures, b: Figures) =>
  size(b)
    .map((value, at) => value - size(a)[at]!)
    .find((difference) => difference !== 0) ?? 0;

export const analyticsRoutes = [
  answer(analytics.overview, async ({ actor, db, today }, { query }) => {
    const stretch = readStretch(query, today);
    const { since, from, until } = stretch;
    const { changes, byProduct, names } = await readChanges(db, actor, stretch);
    const [months, before] = [monthsBetween(from, until), monthsBetween(since, from)];
    const compared = (of: readonly MonthChange[]) => ({
      now: stretchFigures(of, from, until),
      before: stretchFigures(of, since, from),
    });
    const wire = ({ now, before: earlier }: ReturnType<typeof compared>) => ({
      Now: toWire(actor, now),
      Before: toWire(actor, earlier),
    });
    const lines = (days: readonly string[]) =>
      monthFigures(changes, days).map((each, at) => ({ Month: days[at]!.slice(0, 7), ...toWire(actor, each) }));
    const products = [...byProduct]
      .map(([product, of]) => ({ product, ...compared(of), series: monthFigures(of, months) }))
      .toSorted((a, b) => larger(a.now, b.now));
    return {
      From: from.slice(0, 7),
      To: addMonths(until, -1).slice(0, 7),
      ...wire(compared(changes)),
      Months: lines(months),
      MonthsBefore: lines(before),
      Products: products.map(({ product, series, ...figures }) => {
        const line = (of: MoneyReport) => (seesPrices(actor) ? series.map((each) => Number(each[of])) : []);
        return {
          Id: product,
          Name: names.get(product) ?? product,
          ...wire(figures),
          CostByMonth: line("cost"),
          SalesByMonth: line("sales"),
          MarginByMonth: line("margin"),
          SeatsByMonth: series.map(({ seats }) => seats),
        };
      }),
    };
  }),

  answer(analytics.customers, async ({ actor, db, today }, { query }) => {
    requirePrices(actor, query.Report);
    const stretch = readStretch(query, today);
    const after = readCursor(query.After, ["value", "id"]);
    const rows = await listCustomers(db, actor, stretch, { report: query.Report, after });
    const { page, next } = pageOf(rows, pageSize, (last) => ({
      value: String(last[rankOf[query.Report]]),
      id: last.id,
    }));
    return { Items: page.map((row) => ({ Id: row.id, Name: row.name, ...toCompared(actor, row) })), Next: next };
  }),

  answer(analytics.csv, async ({ actor, db, today, platform }, { query: { Report, By, ...asked } }) => {
    requirePrices(actor, Report);
    const stretch = readStretch(asked, today);
    const name = `${Report} by ${By} ${stretch.from.slice(0, 7)} to ${addMonths(stretch.until, -1).slice(0, 7)}.csv`;
    if (By !== "month")
      return { file: () => streamCompared(platform.exports, actor, stretch, { report: Report, by: By }), name };
    const { changes } = await readChanges(db, actor, stretch);
    const months = monthsBetween(stretch.since, stretch.until);
    return { file: Buffer.from(monthCsv(Report, months, monthFigures(changes, months), actor.currency)), name };
  }),
];

const heads: Record<Report, string> = {
  cost: "Month,Cost,Currency",
  sales: "Month,Sales,Currency",
  margin: "Month,Margin,Currency",
  seats: "Month,Seats",
  churn: "Month,Active at start,Ended,Churn %",
};

/** Writes every month of both ranges, oldest first; it holds only figures, so no cell can run as a formula. */
function monthCsv(report: Report, months: readonly string[], figures: readonly Figures[], currency: string): string {
  const amount = (minor: bigint) => `${(Number(minor) / 100).toFixed(2)},${currency}`;
  const cells: Record<Report, (of: Figures) => string> = {
    cost: ({ cost }) => amount(cost),
    sales: ({ sales }) => amount(sales),
    margin: ({ margin }) => amount(margin),
    seats: ({ seats }) => String(seats),
    churn: ({ active, ended }) => `${active},${ended},${active === 0 ? "" : ((100 * ended) / active).toFixed(2)}`,
  };
  const lines = figures.map((each, at) => `${months[at]!.slice(0, 7)},${cells[report](each)}`);
  return csvMark + [heads[report], ...lines].map((line) => line + csvLineEnd).join("");
}
