import type { Movement, MovementReport } from "@tradewind/contract/psa/movement.ts";
import { isSamePrice, movedPrice, obstacleOf } from "@tradewind/domain/psa/movement.ts";
import { addDays, monthOf, type CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { Db } from "../../platform/db.ts";
import { writtenOf } from "../push/push.actions.ts";
import { listLastWrites, type PsaScope } from "../push/push.store.ts";
import { listAgreementTotals, listMovements, type MovementRow } from "./movement.store.ts";

/** By what a movement is known among the writes into the PSA. */
export const keyOf = (customerId: string, sku: string, month: CalendarDate): string => `${customerId} ${sku} ${month}`;

function lineOf(row: MovementRow, isPriced: boolean): Movement["agreementLine"] {
  const { lines, line_ref, line_name, agreement_ref, agreement_name, line_quantity, unit_price } = row;
  if (lines !== 1) return null;
  return {
    id: line_ref!,
    agreementId: agreement_ref!,
    agreementName: agreement_name!,
    name: line_name!,
    quantity: String(Number(line_quantity)),
    unitPrice: isPriced ? unit_price! : null,
  };
}

export type MovementWith = Movement & { productRef: string | null };

type Asked = { date: CalendarDate; today: CalendarDate; isPriced: boolean };

/** Lists what moved in the month of a day, with what stands in the way of writing it, and how that ended last. */
export async function movementsOf(db: Db, scope: PsaScope, { date, today, isPriced }: Asked) {
  const period = monthOf(date);
  const [rows, writes] = await Promise.all([
    listMovements(db, scope, period, today),
    listLastWrites(db, scope, "movement"),
  ]);
  const byKey = new Map(writes.map((write) => [write.key, write]));
  const results = rows.map((row): MovementWith => {
    const write = byKey.get(keyOf(row.customer_id, row.sku, period.from));
    const line = lineOf(row, isPriced);
    const { previous_price, new_price, price_now } = row;
    const targetPrice = isPriced && line ? movedPrice(previous_price, new_price, line.unitPrice!) : null;
    const obstacle = obstacleOf({
      customerMatch: row.customer_match,
      productMatch: row.product_match,
      lines: row.lines,
      newQuantity: row.new,
      quantityNow: row.now,
      inPsa: line && Number(line.quantity),
      movesPrice: targetPrice !== null,
      isPriceLater: price_now !== new_price,
      isPriceOther: isPriced && new_price !== null && line !== null && !isSamePrice(new_price, line.unitPrice!),
      isBeingWritten: write?.state === "New",
    });
    return {
      selected: obstacle === null,
      cmCustomer: { id: row.customer_id, name: row.customer_name },
      product: { id: row.sku, name: row.product_name },
      previousQuantity: row.previous,
      newQuantity: row.new,
      change: row.new - row.previous,
      previousPrice: isPriced ? previous_price : null,
      newPrice: isPriced ? new_price : null,
      date: row.on_day,
      agreementLine: line,
      targetPrice,
      obstacle,
      written: writtenOf(write, isPriced),
      productRef: row.product_ref,
    };
  });
  return { results, period };
}

export async function movementReport(db: Db, scope: PsaScope, asked: Asked): Promise<MovementReport> {
  const { results, period } = await movementsOf(db, scope, asked);
  const refs = new Set(results.flatMap(({ agreementLine }) => agreementLine?.agreementId ?? []));
  const totals = await listAgreementTotals(db, scope.resellerId, [...refs], asked.today);
  return {
    results: results.map(({ productRef: _, ...item }) => item),
    reportStartDate: period.from,
    reportEndDate: addDays(period.until, -1),
    agreements: totals.map(({ id, name, total }) => ({ id, name, nextInvoice: asked.isPriced ? total : null })),
  };
}
