import type { InputOf, ResultOf } from "@tradewind/contract/endpoint.ts";
import type { PsaCalls } from "@tradewind/contract/psa/psa.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { mustBeOn } from "../integration/integration.actions.ts";
import { ordersSince } from "./reconciliation.reads.ts";
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
