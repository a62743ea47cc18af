import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { announce } from "../../platform/events.store.ts";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { fileMail } from "../../portal/mail/mail.actions.ts";
import { notify } from "../../portal/notifications/notifications.store.ts";
import { findAsker, type RequestItemRow } from "./requests.store.ts";

type Told = { resellerId: string; productId: string; membershipId: string } & Pick<
  RequestItemRow,
  "id" | "what" | "customer_id" | "customer_name"
>;

/** Tells whoever asked, by notification and mail, what became of their request, and open pages to read it anew. */
export async function tellAsker(
  { tx, platform, now }: { tx: Tx; platform: Platform; now: Date },
  request: Told,
  outcome: string,
  reason = "",
): Promise<void> {
  const { resellerId, id, what, customer_id: customerId, customer_name: customer } = request;
  await announce(tx, resellerId, ["requests", "dashboard"], customerId);
  const asker = await findAsker(tx, resellerId, request.membershipId);
  if (!asker) return;
  const link = linkTo(screens.request, { requestId: id });
  const words = `Your request “${what}” for ${customer} ${outcome}.`;
  await notify(tx, {
    resellerId,
    category: "Orders",
    content: words,
    link,
    view: "home",
    kinds: ["reseller", "engineer", "endUserAdmin"],
    customerId,
    productId: request.productId,
    onlyPersonId: asker.person_id,
    now,
  });
  await fileMail(platform, tx, asker.email, "requestDecided", {
    name: asker.first_name,
    outcome,
    words,
    reason,
    url: new URL(link, platform.config.PUBLIC_URL).href,
  });
}
