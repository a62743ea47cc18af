import { display } from "@tradewind/contract/portal/display.ts";
import { isTenantActor } from "../../platform/actor.ts";
import { answer } from "../../platform/http.ts";
import { saveDisplay } from "./display.actions.ts";
import { findDisplay } from "./display.store.ts";

export const displayRoutes = [
  answer(display.current, async ({ actor, db }) => {
    // Operator staff have no reseller and so no such settings.
    const row = isTenantActor(actor) ? await findDisplay(db, actor.resellerId) : undefined;
    return { HidePricing: row?.hide_pricing ?? false, HideBanner: row?.hide_banner ?? false };
  }),
  answer(display.save, async (doing, { body }) => {
    await saveDisplay(doing, { hide_pricing: body.HidePricing, hide_banner: body.HideBanner });
    return body;
  }),
];
