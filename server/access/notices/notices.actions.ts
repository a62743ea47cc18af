import { screens } from "@tradewind/contract/screens.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { fileMail } from "../../portal/mail/mail.actions.ts";
import { findActing } from "../people/people.store.ts";
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
 * Logs a line for a person without a session in their reseller's log; does nothing for operator staff, who have no log.
 */
export async function noteOfPerson(
  { clock }: Platform,
  tx: Tx,
  personId: string,
  ip: string,
  action: string,
  what: string,
): Promise<void> {
  const acting = await findActing(tx, personId);
  if (!acting) return;
  await recordActivity(
    tx,
    {
      resellerId: acting.reseller_id,
      actor: { personId, displayName: `${acting.first_name} ${acting.last_name}`.trim(), behind: null, behindId: null },
      now: clock.now(),
      ip,
    },
    { action, what, customerId: acting.customer_id, object: ["person", personId] },
  );
}
