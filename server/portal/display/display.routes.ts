import { display } from "@tradewind/contract/portal/display.ts";
import { isTenantActor } from "../../platform/actor.ts";
import { answer } from "../../platform/http.ts";
import { saveDisplay } from "./display.actions.ts";
import { findDisplay, type Display } from "./display.store.ts";

const toWire = (row: Display) => ({
  HidePricing: row.hide_pricing,
  HideBanner: row.hide_banner,
  ShowOwnPrices: row.show_own_prices,
});

export const displayRoutes = [
  answer(display.current, async ({ actor, db }) => {
    // Operator staff have no reseller and so no such settings.
    const row = isTenantActor(actor) ? await findDisplay(db, actor.resellerId) : undefined;
    return toWire(row ?? { hide_pricing: false, hide_banner: false, show_own_prices: false });
  }),
  answer(display.save, async (doing, { body }) => {
    const { HidePricing, HideBanner, ShowOwnPrices } = body;
    return toWire(
      await saveDisplay(doing, {
        hide_pricing: HidePricing,
        hide_banner: HideBanner,
        ...(ShowOwnPrices !== undefined && { show_own_prices: ShowOwnPrices }),
      }),
    );
  }),
];
