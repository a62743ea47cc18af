import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { shop, ShopPlan } from "@tradewind/contract/catalogue/shop.ts";

export type PlanOffer = ShopPlan["Offers"][number];
export type Reach = ResultOf<typeof shop.customers>;
export type Holding = Reach["Have"]["Plans"][number];

/** How a term and its billing are told apart. */
export const termKey = ({ Term, Billing }: Pick<PlanOffer, "Term" | "Billing">): string => `${Term} ${Billing}`;

/** The most common choices first; the others by how long they commit. */
const order = ["P1Y monthly", "P1Y annual", "P1M monthly", "P3Y monthly", "P3Y annual", "P3Y triennial"];

/** Returns the terms that plans are sold for, each once. */
export function termsOf(plans: readonly ShopPlan[]): PlanOffer[] {
  const terms = new Map(plans.flatMap(({ Offers }) => Offers.map((offer) => [termKey(offer), offer] as const)));
  return [...terms.values()].toSorted((a, b) => order.indexOf(termKey(a)) - order.indexOf(termKey(b)));
}

export const offerFor = ({ Offers }: ShopPlan, term: string): PlanOffer | undefined =>
  Offers.find((offer) => termKey(offer) === term);

/** Returns plans by the heading under which the catalogue lists them. */
export const groupsOf = (plans: readonly ShopPlan[]): Map<string, ShopPlan[]> =>
  Map.groupBy(plans, ({ Group }) => Group);

const mostColumns = 4;
/** Tells whether plans read better below each other: many with one term each, or a single one. */
export const isList = (plans: readonly ShopPlan[]): boolean =>
  termsOf(plans).length === 1 && (plans.length === 1 || plans.length > mostColumns);

export const holdingOf = (holdings: readonly Holding[] | undefined, { Sku }: ShopPlan): Holding | undefined =>
  holdings?.find((each) => each.Sku === Sku);

/** Returns the plan to put forward: the one that most customers have, or else the first. */
export const leadingPlan = (plans: readonly ShopPlan[], holdings: readonly Holding[] | undefined) =>
  plans.toSorted((a, b) => (holdingOf(holdings, b)?.Customers ?? 0) - (holdingOf(holdings, a)?.Customers ?? 0))[0];
