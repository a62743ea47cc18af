import { recordActivity } from "../../platform/activity.store.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Doing } from "../../platform/http.ts";
import { shownOf, specOf } from "./made-resources.reads.ts";
import { findResource } from "./resources.store.ts";

/** Shows what a secret says, once, and that it was looked at. People who only use a service know of none. */
export async function revealResource({ tx, actor, doer }: Doing, id: string) {
  const row = orNotFound(await findResource(tx, actor, id));
  if (actor.self !== null) throw new AppError("notFound");
  await recordActivity(tx, doer, {
    action: "services.reveal",
    what: `Looked at the ${(specOf(row)?.label ?? row.kind).toLowerCase()} of ${row.name}`,
    customerId: row.customer_id,
    object: ["service", row.instance_id],
  });
  return shownOf(row);
}
