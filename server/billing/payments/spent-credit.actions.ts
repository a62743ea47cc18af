import { screens } from "@tradewind/contract/screens.ts";
import { type Currency, format } from "@tradewind/domain/values/money.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { Tx } from "../../platform/db.ts";
import { notify } from "../../portal/notifications/notifications.store.ts";
import { listToReopen, postReopened } from "./spent-credit.store.ts";

/**
 * Makes so much credit there to go back, whose money was taken back: what of it was spent is owed again on the invoices that it
 * paid, and so asked for like all that is owed. To be called before it is posted, under the account's lock.
 */
export async function freeCredit(
  tx: Tx,
  owner: { reseller_id: string; currency: Currency },
  minor: bigint,
  when: { day: string; now: Date },
): Promise<void> {
  const reopened = await listToReopen(tx, owner, minor);
  if (reopened.length === 0) return;
  await postReopened(tx, owner, reopened, when);
  const { reseller_id: resellerId, currency } = owner;
  for (const { invoice_id, number, minor: open } of reopened)
    await recordActivity(
      tx,
      { resellerId, actor: null, now: when.now },
      {
        action: "credit.reopen",
        what: `Took ${format({ minor: open, currency })} of credit back from invoice ${number}, since its money went back`,
        object: ["invoice", invoice_id],
      },
    );
  const parts = reopened.map((each) => `${format({ minor: each.minor, currency })} of invoice ${each.number}`);
  await notify(tx, {
    resellerId,
    category: "Billing",
    content: `Credit went back that was spent already. Open again: ${listed(parts)}.`,
    link: screens.invoices.path,
    view: "billing",
    kinds: ["reseller", "engineer"],
    customerId: null,
    now: when.now,
  });
}

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
