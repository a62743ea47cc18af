import { screens } from "@tradewind/contract/screens.ts";
import { recordActivity, stranger } from "../../platform/activity.store.ts";
import type { Tx } from "../../platform/db.ts";
import { nilReseller } from "../../platform/once.ts";
import type { Platform } from "../../platform/platform.ts";
import { fileMail } from "../../portal/mail/mail.actions.ts";
import { findActing, type Acting } from "../people/people.store.ts";
import { findKnown } from "../people/known.store.ts";

/** Mails a person one sentence about a change to their sign-in, once the change commits. */
export async function tellSignInChanged(platform: Platform, tx: Tx, personId: string, what: string): Promise<void> {
  const person = await findKnown(tx, personId);
  if (!person) return;
  const url = `${platform.config.PUBLIC_URL}${screens.security.path}`;
  const { name, user_name: userName } = person;
  await fileMail(platform, tx, person.email, "signInChanged", { name, userName, what, url });
}

/**
 * Logs a line for a person without a session: in their reseller's log, or for operator staff and people unknown in the
 * operator's own. For somebody unknown it does the same work.
 */
export async function noteOfPerson(
  { clock }: Platform,
  tx: Tx,
  personId: string | null,
  ip: string,
  action: string,
  what: string,
): Promise<void> {
  const acting = await findActing(tx, { id: personId ?? nilReseller });
  const doer = { ...doerOf(acting), now: clock.now(), ip };
  await recordActivity(tx, doer, {
    action,
    what,
    customerId: acting?.customer_id ?? null,
    object: ["person", personId],
  });
}

/** Who acts without a session, and in whose log: the operator's own for its staff and for somebody unknown. */
export const doerOf = (acting: Acting | undefined) => ({
  resellerId: acting?.reseller_id ?? nilReseller,
  actor: acting ? { personId: acting.id, displayName: acting.name, behind: null, behindId: null } : stranger,
});
