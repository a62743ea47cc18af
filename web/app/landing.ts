import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { landingOf as pageAfterSignIn } from "@tradewind/domain/access/landing.ts";
import type { Session } from "../platform/session.ts";

/** The page the empty address leads to. */
export function landingOf({ rights, User }: Pick<Session, "rights" | "User">): string {
  // The operator's own people have no reseller and none of its views: their day begins at the work queue.
  if (User.Kind === "admin") return screens.work.path;
  const page = pageAfterSignIn({ kind: User.Kind, rights, customerId: User.endUserAdminId });
  return page === "customer" || page === "customerServices"
    ? linkTo(screens[page], { ctx: User.endUserAdminId ?? "" })
    : screens[page].path;
}
