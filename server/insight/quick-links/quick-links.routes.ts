import { quickLinks } from "@tradewind/contract/insight/quick-links.ts";
import { reachableLinks } from "@tradewind/contract/insight/quick-link-screens.ts";
import { shownLinks, type QuickLinkKey } from "@tradewind/domain/insight/quick-links.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
import { findQuickLinks, keepQuickLinks } from "./quick-links.store.ts";

const linksOf = ({ kind, rights, restriction }: TenantActor) =>
  reachableLinks(kind, rights, restriction?.customers ?? false);

/** Refuses links that are repeated or that the person may not open. */
function refuseStrange(links: readonly QuickLinkKey[], reachable: readonly QuickLinkKey[]) {
  const fault = links.some((key) => !reachable.includes(key))
    ? "Choose only pages that you may open"
    : new Set(links).size < links.length && "Choose each link once";
  if (fault) throw new AppError("invalidRequest", { fields: { Links: fault } });
}

export const quickLinksRoutes = [
  answer(quickLinks.mine, async ({ actor, db }) => ({
    Links: shownLinks(await findQuickLinks(db, actor), linksOf(actor)),
  })),
  answer(quickLinks.choose, async ({ actor, tx }, { body }) => {
    refuseStrange(body.Links, linksOf(actor));
    await keepQuickLinks(tx, actor, body.Links);
    return { Links: body.Links };
  }),
];
