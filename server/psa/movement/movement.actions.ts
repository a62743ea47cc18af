import type { InputOf } from "@tradewind/contract/endpoint.ts";
import type { PsaCalls } from "@tradewind/contract/psa/psa.ts";
import type { PsaUpdated } from "@tradewind/contract/psa/updates.ts";
import { monthOf } from "@tradewind/domain/values/dates.ts";
import { seesPrices, type TenantActor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Doing } from "../../platform/http.ts";
import { mustBeOn } from "../integration/integration.actions.ts";
import { filePush, type PsaWrite } from "../push/push.actions.ts";
import { keyOf, movementsOf, type MovementWith } from "./movement.reads.ts";

type Wanted = InputOf<PsaCalls["updateProductMovement"]>["body"];

/** Has the movements that were selected written into the PSA; none of them if any is not as it was seen. */
export async function updateMovement(doing: Doing<TenantActor>, { date, from, results }: Wanted): Promise<PsaUpdated> {
  const { tx, actor, platform } = doing;
  const connection = await mustBeOn(tx, actor);
  const scope = { resellerId: actor.resellerId, source: connection.source };
  const moved = await movementsOf(tx, scope, {
    date,
    today: platform.clock.today(),
    isPriced: seesPrices(actor),
  });
  const byKey = new Map(moved.results.map((each) => [`${each.cmCustomer.id} ${each.product.id}`, each]));
  const faults: string[] = [];
  const writes = results.flatMap((wanted): PsaWrite[] => {
    const found = byKey.get(`${wanted.cmCustomerId} ${wanted.productId}`);
    if (!found) throw new AppError("notFound");
    const fault = faultOf(found, wanted);
    if (fault !== null || !found.agreementLine) {
      faults.push(`${found.cmCustomer.name}, ${found.product.name}: ${fault ?? found.obstacle}`);
      return [];
    }
    const { agreementLine } = found;
    // Without a price, the quantity alone is written.
    const targetPrice = wanted.targetPrice === undefined ? null : found.targetPrice;
    return [
      {
        kind: "quantity",
        key: keyOf(wanted.cmCustomerId, wanted.productId, monthOf(date).from),
        agreement_ref: agreementLine.agreementId,
        line_ref: agreementLine.id,
        product_ref: found.productRef!,
        name: `${found.cmCustomer.name}: ${found.product.name}`,
        seen_quantity: agreementLine.quantity,
        target_quantity: String(found.newQuantity),
        seen_price: targetPrice === null ? null : agreementLine.unitPrice,
        target_price: targetPrice,
        on_day: from ?? found.date,
      },
    ];
  });
  return filePush(doing, connection, { report: "movement", writes, faults });
}

function faultOf(found: MovementWith, wanted: Wanted["results"][number]): string | null {
  if (found.obstacle !== null) return found.obstacle;
  const { agreementLine: line, newQuantity, targetPrice } = found;
  const isQuantity = newQuantity === wanted.newQuantity && Number(line?.quantity) === Number(wanted.lineQuantity);
  const isPrice =
    wanted.targetPrice === undefined ||
    (targetPrice === wanted.targetPrice && Number(line?.unitPrice) === Number(wanted.linePrice));
  if (!isQuantity || !isPrice) return "It changed since the report was opened. Look at it again.";
  return wanted.targetPrice === undefined && Number(line?.quantity) === newQuantity
    ? "The PSA has this quantity already."
    : null;
}
