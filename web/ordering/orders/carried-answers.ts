/** Carries answers from the question page into the journey, by the name of the field they fill. */
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { GoingUp } from "./journey-answers.ts";

const carriedFields = ["MicrosoftDomain"] as const;

/** Whether the customer has a tenant already, as the question page was told. */
export type TenantAnswer = "new" | "existing";
export const tenantAnswerOf = ({ tenant }: Readonly<Record<string, unknown>>): TenantAnswer | undefined =>
  tenant === "new" || tenant === "existing" ? tenant : undefined;

/** Returns from what the address goes up, and with how many seats. */
export function goingUpOf({ upgradeOf, seats }: Readonly<Record<string, unknown>>): GoingUp | undefined {
  const count = Math.trunc(Number(seats));
  return typeof upgradeOf === "string" && count > 0 ? { from: upgradeOf, seats: count } : undefined;
}

/** Returns the answers that the address carries into the journey. */
export const carriedOf = (search: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    carriedFields.flatMap((name) => (typeof search[name] === "string" ? [[name, search[name].slice(0, 100)]] : [])),
  );

export type Question = { serviceRouteName?: string; listingId?: string; isNewJourney?: string };

/** Returns the address after the question page: the new journey by its listing, or the old route (ORD-02, ORD-04). */
export function journeyAfter(ctx: string, question: Question, answers: Record<string, string | undefined>): string {
  const { serviceRouteName = "office-365", listingId, isNewJourney } = question;
  return isNewJourney === "true" && listingId
    ? linkTo(screens.addListing, { ctx, listingGuid: listingId }, answers)
    : linkTo(screens.addService, { ctx, route: serviceRouteName }, answers);
}
