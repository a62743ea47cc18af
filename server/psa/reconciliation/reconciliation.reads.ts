import type { ReconciliationItem, ReconciliationReport, SalesOrder } from "@tradewind/contract/psa/reconciliation.ts";
import type { PsaWritten } from "@tradewind/contract/psa/updates.ts";
import { orderNumber } from "@tradewind/contract/ordering/order-number.ts";
import { toWireMoney } from "@tradewind/contract/ordering/proposals.ts";
import { causeWords, gapWords } from "@tradewind/contract/psa/reconciliation-words.ts";
import { compare, isClean, summarise, type Compared } from "@tradewind/domain/psa/reconciliation.ts";
import { formatDecimal } from "@tradewind/domain/values/decimal.ts";
import { addMonths, monthOf, type CalendarDate } from "@tradewind/domain/values/dates.ts";
import { sum, times, type Currency, type Money } from "@tradewind/domain/values/money.ts";
import { seesPrices, type TenantActor } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import type { Context, FileAnswer } from "../../platform/http.ts";
import { mustBeOn } from "../integration/integration.actions.ts";
import { writtenOf } from "../push/push.actions.ts";
import { listLastWrites, type LastWrite } from "../push/push.store.ts";
import {
  countIgnoredOrders,
  countOthers,
  findReadAt,
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

type All = { of: Of; readAt: Date | null; all: Reconciled[] };

/** Milliseconds for which a row tells how its last write ended. */
const told = 24 * 3_600_000;

export const idOf = ({ customer_id, sku }: Pick<ReconciledRow, "customer_id" | "sku">): string =>
  `${customer_id}:${sku}`;
/** The first day of last month: orders from it on are in the report. */
export const ordersSince = (today: CalendarDate): CalendarDate => addMonths(monthOf(today).from, -1);

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

/** Compares everything; nothing was compared before the PSA was read. */
export async function reconcile({ db, actor, now, today }: Call, source: string): Promise<All> {
  const of = { resellerId: actor.resellerId, source, currency: actor.currency, today };
  const [readAt, rows, writes] = await Promise.all([
    findReadAt(db, of.resellerId),
    listReconciled(db, of),
    listLastWrites(db, of, "reconciliation"),
  ]);
  const isTold = ({ ended_at }: LastWrite) => ended_at === null || now.getTime() - ended_at.getTime() < told;
  const byKey = new Map(writes.filter(isTold).map((write) => [write.key, write]));
  const all = rows.map((row) => ({
    row,
    compared: comparedOf(row, of.currency, readAt),
    written: writtenOf(byKey.get(idOf(row))),
  }));
  return { of, readAt, all };
}

export async function readReport(call: Call, source: string): Promise<ReconciliationReport> {
  const { of, readAt, all } = await reconcile(call, source);
  const { db, actor } = call;
  const since = ordersSince(of.today);
  const [others, orders, ignoredSalesOrders] = await Promise.all([
    countOthers(db, of),
    listSalesOrders(db, of, since),
    countIgnoredOrders(db, of.resellerId, since),
  ]);
  const differing = new Set(
    all
      .filter(({ compared }) => compared.cause !== null)
      .flatMap(({ row: { customer_id, skus } }) => skus.map((sku) => idOf({ customer_id, sku }))),
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
    selected: compared.target !== null && written === null,
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
export async function reconciliationFile(call: Context<TenantActor>): Promise<FileAnswer> {
  const { db, actor, platform, today } = call;
  const { source } = await mustBeOn(db, actor);
  const { all } = await reconcile(call, source);
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
    name: `PSA reconciliation ${today}.csv`,
  };
}
