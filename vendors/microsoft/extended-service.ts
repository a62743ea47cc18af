import type { OfferData } from "../catalogue-data.ts";

/**
 * What licences turn into whose term is over and that neither renew nor end: the same licence without a commitment, charged
 * by the day and cancelled on any day. It is not sold by itself.
 */
export const extendedOffer = ({ plans: _, minimums: __, alignment: ___, ...licence }: OfferData): OfferData => ({
  ...licence,
  plans: ["none:daily"],
  for_sale: false,
  policies: [
    "microsoft.extended.window-always",
    "microsoft.nce.refund-daily-started-days",
    "microsoft.extended.no-term-end",
  ],
});

/** Software subscriptions, which are only returned as a whole, are not extended. */
export const isExtendable = ({ policies: [window] }: OfferData): boolean => window === "microsoft.nce.window-7d";
