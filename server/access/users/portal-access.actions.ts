import { customerPortals, productsOfPortal, type CustomerPortal } from "@tradewind/domain/portal/partner-systems.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { AppError } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import { readAnew } from "../../platform/forget-sessions.ts";
import type { Doing } from "../../platform/http.ts";
import { reloadSessions } from "../../platform/sessions.store.ts";
import { reachable } from "../people/reach.reads.ts";
import { hasServiceOf, keepPortals } from "./users.store.ts";

/** Lets somebody of a customer into partner portals, each of which goes with a service that the customer has. */
export async function setPortals(doing: Doing, userId: string, wanted: readonly CustomerPortal[]): Promise<void> {
  const { tx, actor, doer } = doing;
  const user = await reachable(tx, actor, userId);
  const portals = customerPortals.filter((portal) => wanted.includes(portal));
  const isNew = (portal: CustomerPortal) => !user.portals.includes(portal);
  for (const portal of portals.filter(isNew))
    if (
      user.customer_id === null ||
      !actor.linkedSystems.includes(portal) ||
      !(await hasServiceOf(tx, actor.resellerId, user.customer_id, productsOfPortal[portal]))
    )
      throw new AppError("portalNotHeld");
  await keepPortals(tx, actor.resellerId, userId, portals);
  await recordActivity(tx, doer, {
    action: "users.setPortals",
    what: `Let ${user.name} into these partner portals: ${portals.join(", ") || "none"}`,
    customerId: user.customer_id,
    object: ["person", user.person_id],
  });
  await announce(tx, actor.resellerId, ["users"], user.customer_id);
  await reloadSessions(tx);
  readAnew(doing);
}
