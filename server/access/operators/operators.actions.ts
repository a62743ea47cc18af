import { publicPages } from "@tradewind/contract/public-pages.ts";
import { passwordUserType } from "@tradewind/domain/access/passwords.ts";
import { storedUserType } from "@tradewind/domain/values/permissions.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { Tx } from "../../platform/db.ts";
import { nilReseller } from "../../platform/once.ts";
import { giveKey } from "../passwords/passwords.actions.ts";
import { addStaff } from "./operators.store.ts";

/**
 * Adds a member of the operator's staff. Returns the path of a link at which they choose a password, once and within an
 * hour; calling it again gives a new link. Undefined if the user name is that of somebody else's person.
 */
export async function welcomeStaff(
  tx: Tx,
  member: { name: string; email: string },
  now: Date,
): Promise<string | undefined> {
  const personId = await addStaff(tx, member);
  if (personId === undefined) return undefined;
  await recordActivity(
    tx,
    { resellerId: nilReseller, actor: null, now },
    {
      action: "people.operator",
      what: `Gave ${member.name} (${member.email}) a link to sign in as the operator’s staff, by the command`,
      object: ["person", personId],
    },
  );
  const userType = passwordUserType(storedUserType("admin"));
  return `${publicPages.changePassword}/${userType}/${encodeURIComponent(member.email)}/${await giveKey(tx, personId, "mail")}`;
}
