import type { Billing, Term } from "@tradewind/domain/pricing/pricing-types.ts";

/** One SKU; each plan, written `term:billing`, makes one offer of it. */
export type OfferData = {
  product_id: string;
  sku: string;
  /** The provider's own number. */
  offer_ref: string;
  name: string;
  description: string;
  offer_group: string;
  unit: string;
  maximum: number | null;
  plans: readonly `${Term}:${Billing}`[];
  /** Least quantities by term; one where nothing is said. */
  minimums?: Partial<Record<Term, number>>;
  is_add_on?: boolean;
  needs_one_of?: readonly string[];
  upgrades_to?: readonly string[];
  policies: readonly [window: string, refund: string, termEnd: string];
};

export type PriceListData = {
  from: string;
  rows: readonly (readonly [
    offer: string,
    costGbp: string,
    recommendedGbp: string,
    costEur: string,
    recommendedEur: string,
  ])[];
};
