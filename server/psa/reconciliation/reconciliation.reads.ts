import type { ReconciliationItem, ReconciliationReport, SalesOrder } from "@tradewind/contract/psa/reconciliation.ts";
import type { PsaWritten } from "@tradewind/contract/psa/updates.ts";
import { orderNumber } from "@tradewind/contract/ordering/order-number.ts";
import { toWireMoney } from "@tradewind/contract/ordering/proposals.ts";
import { causeWords, gapWords } from "@tradewind/contract/psa/reconciliation-words.ts";
import { compare, isClean, summarise, type Compared } from "@tradewind/domain/psa/reconciliation.ts";
import { formatDecimal } from "@tradewind/domain/values/decimal.ts";
import { addDays, addMonths, monthOf, type CalendarDate } from "@tradewind/domain/values/dates.ts";
import { sum, times, type Currency, type Money } from "@tradewind/domain/values/money.ts";
import { seesPrices, type TenantActor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import type { Context, FileAnswer } from "../../platform/http.ts";
import { mustBeOn } from "../integration/integration.actions.ts";
import { writtenOf } from "../push/push.actions.ts";
import { listLastWrites, type LastWrite } from "../push/push.store.ts";
import {
  countIgnoredOrders,
  countOthers,
  findRead,
  listReconciled,
  listSalesOrders,
  streamReconciled,
  type FileRow,
  type Of,
  type ReconciledRow,
  type SalesOrderRow,
} from "./reconciliation.store.ts";

type Call = { db: Db; actor: TenantActor; now: Date; today: string };
export type Reconciled = { row: ReconciledRow; compared: Compared; written: PsaWritten };

type All = { of: Of; readAt: Date | null; months: CalendarDate[]; all: Reconciled[] };

/** Milliseconds for which a row tells how its last write ended. */
const told = 24 * 3_600_000;

export const idOf = ({ customer_id, sku }: Pick<ReconciledRow, "customer_id" | "sku">): string =>
  `${customer_id}:${sku}`;
/** The first day of last month: orders from it on are in the report of today. */
export const ordersSince = (today: CalendarDate): CalendarDate => addMonths(monthOf(today).from, -1);

/** Months that are over at whose end it was known what the PSA billed, by their first days, the last one first. */
function monthsSince(since: Date | null, today: CalendarDate): CalendarDate[] {
  const first = since ? monthOf(since.toISOString().slice(0, 10)).from : today;
  const found: CalendarDate[] = [];
  for (let month = addMonths(monthOf(today).from, -1); month >= first; month = addMonths(month, -1)) found.push(month);
  return found;
}

function comparedOf(row: ReconciledRow, currency: Currency, readAt: Date | null): Compared {
  const { company_ref, product_ref, psa_lines, psa_quantity, psa_amount, psa_price } = row;
  return compare(
    {
      customer: { isMatched: company_ref !== null, isIgnored: row.customer_ignored },
      service: { isMatched: product_ref !== null, isIgnored: row.service_ignored },
      hasAgreement: row.has_agreement,
      gap: readAt ? row.gap : "notRead",
      quantity: row.quantity,
      sale: row.sale,
      cost: row.cost,
      psa: {
        lines: psa_lines,
        quantity: psa_quantity,
        amount: psa_amount,
        price: psa_price,
        hasEnded: row.has_ended,
        hasLater: row.has_later,
      },
    },
    currency,
  );
}

/**
 * Compares everything; nothing was compared before the PSA was read. With a day of a month that is over, it is compared as it was
 * at the end of that, by what is matched with what today; nothing is to be updated then.
 */
export async function reconcile({ db, actor, now, today }: Call, source: string, date?: CalendarDate): Promise<All> {
  const past = date === undefined ? null : monthOf(date);
  const read = await findRead(db, actor.resellerId);
  const months = monthsSince(read.since, today);
  if (past && !months.includes(past.from)) throw new AppError("notFound");
  const shared = { resellerId: actor.resellerId, source, currency: actor.currency };
  const of: Of = { ...shared, past, today: past ? addDays(past.until, -1) : today };
  const [rows, writes] = await Promise.all([listReconciled(db, of), listLastWrites(db, of, "reconciliation")]);
  const isTold = ({ ended_at }: LastWrite) => ended_at === null || now.getTime() - ended_at.getTime() < told;
  const byKey = new Map(writes.filter(isTold).map((write) => [write.key, write]));
  const nothing = { target: null, targetPrice: null };
  const comparedNow = (row: ReconciledRow): Compared => {
    const compared = comparedOf(row, of.currency, past ? read.since : read.at);
    // Who may see no price sets none.
    return past || (compared.targetPrice !== null && !seesPrices(actor)) ? { ...compared, ...nothing } : compared;
  };
  const all = rows.map((row) => ({
    row,
    compared: comparedNow(row),
    written: past ? null : writtenOf(byKey.get(idOf(row)), seesPrices(actor)),
  }));
  return { of, readAt: past ? null : read.at, months, all };
}

export async function readReport(call: Call, source: string, date?: CalendarDate): Promise<ReconciliationReport> {
  const { of, readAt, months, all } = await reconcile(call, source, date);
  const { db, actor } = call;
  const since = of.past ? of.past.from : ordersSince(of.today);
  const [others, orders, ignoredSalesOrders] = await Promise.all([
    countOthers(db, of),
    listSalesOrders(db, of, since),
    countIgnoredOrders(db, of.resellerId, since),
  ]);
  const differing = new Set(
    all
      .filter(({ compared }) => compared.cause !== null)

      .flatMap(({ row: { customer_id, sku: head, skus } }) =>
        (skus ?? [head]).map((sku) => idOf({ customer_id, sku })),
      ),
  );
  const behind = orders.filter(({ customer_id, lines }) =>
    lines.some(({ sku, once }) => once || differing.has(idOf({ customer_id, sku }))),
  );
  const summary = summarise(
    all.map(({ compared }) => compared),
    [
      { gap: "companyNotMatched", count: others.companies },
      { gap: "once", count: behind.filter(({ lines }) => lines.some(({ once }) => once)).length },
    ],
    of.currency,
  );
  const priced = (amount: Money) => (seesPrices(actor) ? toWireMoney(amount) : null);
  return {
    results: all
      .filter(({ compared, written }) => compared.cause !== null || written !== null)
      .map((each) => itemOf(each, seesPrices(actor))),
    today: of.today,
    month: of.past?.from ?? null,
    months,
    readAt: readAt?.toISOString() ?? null,
    summary: {
      compared: summary.compared,
      equal: summary.equal,
      different: summary.different,
      difference: priced(summary.difference),
      byCause: summary.byCause.map((each) => ({ ...each, amount: priced(each.amount) })),
      notCompared: summary.notCompared,
      unpriced: summary.unpriced,
      outside: others.products,
      isClean: isClean(summary),
    },
    salesOrders: behind.map((order) => salesOrderOf(order, of.currency, seesPrices(actor))),
    ignoredSalesOrders,
  };
}

function itemOf({ row, compared, written }: Reconciled, isPriced: boolean): ReconciliationItem {
  const priced = <T>(value: T) => (isPriced ? value : null);
  return {
    id: idOf(row),
    // A price that differs may be meant to: it is updated only by choice.
    selected: compared.target !== null && compared.targetPrice === null && written === null,
    cmCustomer: { id: row.customer_id, name: row.customer_name },
    psaCustomer: row.company_ref === null ? null : { id: row.company_ref, name: row.company_name ?? row.company_ref },
    product: { id: row.sku, name: row.name },
    psaProduct: row.product_ref === null ? null : { id: row.product_ref, name: row.product_name ?? row.product_ref },
    vendorQuantity: row.vendor_quantity,
    assignedQuantity: row.assigned_quantity,
    chargedQuantity: row.charged_quantity,
    quantity: row.quantity,
    psaQuantity: row.psa_quantity,
    price: priced(row.price),
    psaPrice: priced(row.psa_price),
    billedHere: priced(toWireMoney(compared.expected)),
    billedInPsa: priced(toWireMoney(compared.billed)),
    difference: priced(toWireMoney(compared.difference)),
    cause: compared.cause,
    targetQuantity: compared.target,
    targetPrice: compared.targetPrice,
    written,
  };
}

function salesOrderOf(order: SalesOrderRow, currency: Currency, isPriced: boolean): SalesOrder {
  const amounts = order.lines.flatMap(({ amount }) => (amount === null ? [] : [times(amount, 1, currency)]));
  return {
    id: order.id,
    number: orderNumber(order.id),
    cmCustomer: { id: order.customer_id, name: order.customer_name },
    journey: order.journey,
    completedAt: order.completed_at.toISOString(),
    placedBy: order.placed_by_name,
    lines: order.lines.map(({ name, quantity, once }) => ({ name, quantity, once })),
    amount: isPriced && amounts.length > 0 ? toWireMoney(sum(amounts, currency)) : null,
  };
}

const inPounds = ({ minor }: Money) => formatDecimal(minor * 1_000_000n, 2);

/** All rows as a file, those that are equal or were not compared among them. */
export async function reconciliationFile(call: Context<TenantActor>, date?: CalendarDate): Promise<FileAnswer> {
  const { db, actor, platform } = call;
  const { source } = await mustBeOn(db, actor);
  const { of, all } = await reconcile(call, source, date);
  const rows = all.map(({ row, compared }): FileRow => ({
    customer: row.customer_name,
    company: row.company_name ?? "",
    service: row.name,
    product: row.product_name ?? "",
    vendor: row.vendor_quantity,
    quantity: row.quantity,
    assigned: row.assigned_quantity,
    charged: row.charged_quantity,
    psa: row.psa_quantity,
    expected: compared.gap ? null : inPounds(compared.expected),
    billed: inPounds(compared.billed),
    difference: compared.gap ? null : inPounds(compared.difference),
    why: compared.gap
      ? `Not compared: ${gapWords[compared.gap]}`
      : compared.cause
        ? causeWords[compared.cause]
        : "Equal",
  }));
  return {
    file: () => streamReconciled(platform.exports, actor, rows, seesPrices(actor)),
    name: `PSA reconciliation ${of.today}.csv`,
  };
}
