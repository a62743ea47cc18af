import type { InputOf, ResultOf } from "@tradewind/contract/endpoint.ts";
import type { PsaCalls } from "@tradewind/contract/psa/psa.ts";
import type { MatchKind } from "@tradewind/domain/psa/matching.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import { brokeUnique } from "../../platform/db-errors.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { mustBeOn, succeeded } from "../integration/integration.actions.ts";
import { countKnown, replaceMatches } from "./matching.store.ts";

type Mappings = InputOf<PsaCalls["updateServiceMappings"]>["body"]["mappings"];

/** Which of them is matched once only. */
const taken: Partial<Record<MatchKind, string>> = {
  customers: "psa_customer_matches_reseller_id_source_company_ref_key",
  services: "psa_service_matches_reseller_id_source_product_ref_key",
};

/** Saves what of ours is what in the PSA: each is matched with one only. */
export async function saveMatches(
  { tx, actor, doer }: Doing<TenantActor>,
  kind: MatchKind,
  mappings: Mappings,
): Promise<ResultOf<PsaCalls["updateServiceMappings"]>> {
  const { source } = await mustBeOn(tx, actor);
  const scope = { resellerId: actor.resellerId, source };
  const rows = mappings.map(({ id, selectedOption, ignored }) => ({ id, ref: selectedOption?.id ?? null, ignored }));
  if (new Set(rows.map(({ id }) => id)).size < rows.length) throw new AppError("invalidRequest");
  const known = await countKnown(tx, scope, kind, rows);
  if (known.rows < rows.length) throw new AppError("notFound");
  if (known.options < rows.filter(({ ref }) => ref !== null).length) throw new AppError("psaOptionGone");
  await replaceMatches(tx, scope, kind, rows).catch((error: unknown) => {
    throw taken[kind] && brokeUnique(error, taken[kind]) ? new AppError("psaOptionTaken") : error;
  });
  await announce(tx, actor.resellerId, ["psa"]);
  await recordActivity(tx, doer, {
    action: "psa.match",
    what: `Matched ${rows.length.toLocaleString("en-GB")} ${kind} with the PSA anew`,
    object: ["reseller", actor.resellerId],
  });
  return succeeded;
}
