import type { SysopsGrant } from "@tradewind/contract/access/sign-in.ts";
import type { Platform } from "../../platform/platform.ts";
import { useTicket } from "../../portal/notifications/stream.store.ts";
import type { Admission } from "./admission.ts";
import { findVisited } from "../jump/jump.store.ts";

/** One refusal for all failed jumps: expired, already used, someone else's, or to a person who may not sign in. */
const linkSpent = {
  refusal: {
    error: "invalid_grant",
    error_description: "This link was already used or is over a minute old. Open the portal from the search again.",
  },
} as const satisfies Admission;

/** Admits an admin jump: an operator token for one member of staff and one person, usable once within a minute. */
export async function admitByJump(platform: Platform, grant: SysopsGrant): Promise<Admission> {
  const claims = await platform.tokens.checkJump(grant.cmtoken);
  if (!claims || claims.adminid !== grant.adminid) return linkSpent;
  const staff = await platform.sessions.actorOf(claims.sid);
  if (!staff || staff.kind !== "admin" || staff.personId !== claims.adminid) return linkSpent;
  const visited = await platform.database.write({ role: "app_identity" }, async (tx) =>
    (await useTicket(tx, claims.jti)) ? findVisited(tx, claims.membership) : undefined,
  );
  if (!visited || visited.person_id !== claims.sub) return linkSpent;
  const jump = {
    staffId: staff.personId,
    staffName: staff.displayName,
    staffSession: claims.sid,
    membershipId: claims.membership,
  };
  return { entry: { personId: claims.sub, way: "sysops", jump } };
}
