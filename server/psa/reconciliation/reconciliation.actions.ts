import type { InputOf, ResultOf } from "@tradewind/contract/endpoint.ts";
import type { PsaCalls } from "@tradewind/contract/psa/psa.ts";
import { adviceWords, causeWords } from "@tradewind/contract/psa/reconciliation-words.ts";
import type { PsaUpdated } from "@tradewind/contract/psa/updates.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { mustBeOn } from "../integration/integration.actions.ts";
import { filePush, type PsaWrite } from "../push/push.actions.ts";
import { idOf, ordersSince, reconcile, type Reconciled } from "./reconciliation.reads.ts";
import { countIgnoredOrders, countOrders, heedOrders, ignoreOrders } from "./reconciliation.store.ts";

type Ignored = InputOf<PsaCalls["ignoreSalesOrders"]>["body"];

/** Leaves orders out of the report, or has them in it again. */
export async function ignoreSalesOrders(
  { tx, actor, doer, now, today }: Doing<TenantActor>,
  { orderIds, ignored }: Ignored,
): Promise<ResultOf<PsaCalls["ignoreSalesOrders"]>> {
  await mustBeOn(tx, actor);
  const { resellerId } = actor;
  const ids = orderIds && [...new Set(orderIds)];
  if (ids && (await countOrders(tx, resellerId, ids)) < ids.length) throw new AppError("notFound");
  if (ignored) await ignoreOrders(tx, { resellerId, ids: ids!, by: actor.displayName, now });
  else await heedOrders(tx, resellerId, ids);
  await announce(tx, resellerId, ["psa"]);
  const count = ids ? `${ids.length} sales ${ids.length === 1 ? "order" : "orders"}` : "all ignored sales orders";
  await recordActivity(tx, doer, {
    action: "psa.ignore",
    what: ignored
      ? `Left ${count} out of the reconciliation with the PSA`
      : `Had ${count} in the reconciliation with the PSA again`,
    object: ["reseller", resellerId],
  });
  return { ignoredSalesOrders: await countIgnoredOrders(tx, resellerId, ordersSince(today)) };
}

type Wanted = InputOf<PsaCalls["updateReconciliation"]>["body"];

/** Has lines of the PSA set to what customers have here; none of them if any is not as it was seen. */
export async function updateReconciliation(doing: Doing<TenantActor>, { from, results }: Wanted): Promise<PsaUpdated> {
  const connection = await mustBeOn(doing.tx, doing.actor);
  const { all } = await reconcile(doing, connection.source);
  const byId = new Map(all.map((each) => [idOf(each.row), each]));
  const faults: string[] = [];
  const writes = results.flatMap((wanted): PsaWrite[] => {
    const found = byId.get(idOf({ customer_id: wanted.cmCustomerId, sku: wanted.productId }));
    if (!found) throw new AppError("notFound");
    const { row } = found;
    const fault = faultOf(found, wanted);
    if (fault !== null || row.agreement_ref === null || row.line_ref === null) {
      faults.push(`${row.customer_name}, ${row.name}: ${fault ?? adviceWords.noLine}.`);
      return [];
    }
    return [
      {
        kind: "quantity",
        key: idOf(row),
        agreement_ref: row.agreement_ref,
        line_ref: row.line_ref,
        product_ref: row.product_ref!,
        name: `${row.customer_name}: ${row.name}`,
        seen_quantity: row.psa_quantity,
        target_quantity: String(row.quantity),
        seen_price: found.compared.targetPrice === null ? null : row.psa_price,
        target_price: found.compared.targetPrice,
        on_day: from,
      },
    ];
  });
  return filePush(doing, connection, { report: "reconciliation", writes, faults });
}

function faultOf({ row, compared, written }: Reconciled, wanted: Wanted["results"][number]): string | null {
  const isQuantity = Number(row.psa_quantity) === Number(wanted.psaQuantity) && row.quantity === wanted.targetQuantity;
  const isPrice =
    compared.targetPrice === (wanted.targetPrice ?? null) &&
    (compared.targetPrice === null || Number(row.psa_price) === Number(wanted.psaPrice));
  if (!isQuantity || !isPrice) return "It changed since the report was opened. Look at it again";
  if (written?.state === "New") return "It is being written into the PSA";
  if (compared.target !== null) return null;
  return compared.cause
    ? `${causeWords[compared.cause]}. ${adviceWords[compared.cause]}`
    : "There is nothing to update";
}
