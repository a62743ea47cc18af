import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import { brokeUnique } from "../../platform/db-errors.ts";
import type { Doing } from "../../platform/http.ts";
import { findReseller } from "../flags/flags.store.ts";
import { deletePortalHost, insertHostChange, insertPortalHost } from "./portal-hosts.store.ts";

const hostTaken = (error: unknown): never => {
  if (brokeUnique(error, "portal_hosts_once") || brokeUnique(error, "portal_hosts_pkey"))
    throw new AppError("hostTaken", { fields: { Host: "This host already belongs to a reseller" } });
  throw error;
};

/** Logs to both the operator's list and the reseller's log, in the change's transaction. */
async function told({ tx, now, actor, doer }: Doing<OperatorActor>, resellerId: string, action: string, what: string) {
  const reseller = orNotFound(await findReseller(tx, resellerId));
  await insertHostChange(tx, { at: now, who: actor.displayName, what: `${reseller.name}: ${what}` });
  await recordActivity(tx, { ...doer, resellerId }, { action, what, object: ["reseller", resellerId] });
  await announce(tx, resellerId, ["whiteLabel"]);
}

export async function addPortalHost(doing: Doing<OperatorActor>, host: string, resellerId: string): Promise<void> {
  const { tx, platform } = doing;
  orNotFound(await findReseller(tx, resellerId));
  // Otherwise the marketplace's own address would carry the reseller's look for everyone.
  if (host === new URL(platform.config.PUBLIC_URL).hostname)
    throw new AppError("hostOurs", { fields: { Host: "This is the marketplace's own address" } });
  await insertPortalHost(tx, host, resellerId).catch(hostTaken);
  await told(doing, resellerId, "portalHosts.add", `Gave the portal the address ${host}`);
}

export async function removePortalHost(doing: Doing<OperatorActor>, host: string): Promise<void> {
  const { reseller_id } = orNotFound(await deletePortalHost(doing.tx, host));
  await told(doing, reseller_id, "portalHosts.remove", `Took the address ${host} from the portal`);
}
