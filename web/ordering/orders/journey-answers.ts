import { defaultsOf, type FieldValue } from "../../shared/field-answers.ts";
import type { OrderPage } from "@tradewind/contract/ordering/order-page.ts";
import type { Journey, JourneyItem, JourneyStep } from "@tradewind/contract/ordering/orders.ts";

export type Line = {
  sku: string;
  offerId: string;
  quantity: number;
  /** The first day after its first term, if that is to end earlier. */
  termUntil?: string | null;
  /** Answers to what the item asks of each line. */
  attributes: Readonly<Record<string, FieldValue>>;
};

/** From which service of another product the customer goes up, with as many seats. */
export type GoingUp = { from: string; seats: number };

/** All answers so far. */
export type Answers = {
  goingUp?: GoingUp | undefined;
  fields: Readonly<Record<string, FieldValue>>;
  /** In the order they were chosen. */
  lines: readonly Line[];
  /** A line for each site, in the order in which they were added. */
  sites: readonly Line[];
  /** New quantities of existing subscriptions, by subscription; only those that differ. */
  quantities: Readonly<Record<string, number>>;
  delivery: string | null;
  /** Answers to the dynamic form, by property name. */
  form: Readonly<Record<string, FieldValue>>;
};

export const itemsOf = (journey: Pick<Journey, "Steps">): Map<string, JourneyItem> =>
  new Map(journey.Steps.flatMap((step) => step.Items).map((item) => [item.Sku, item]));

export type LinesAgain = NonNullable<OrderPage["Again"]>["Lines"];

/** Returns what an order bought as far as it is still sold: one line for each site and each other item. */
export function linesAgain(journey: Pick<Journey, "Steps">, again: LinesAgain): Line[] {
  const items = itemsOf(journey);
  const lines = again.flatMap(({ OfferId, Quantity, Attributes }) => {
    const item = [...items.values()].find(({ Offers }) => Offers.some((offer) => offer.OfferId === OfferId));
    if (!item) return [];
    const attributes = { ...defaultsOf(item.Attributes), ...Attributes };
    return [{ sku: item.Sku, offerId: OfferId, quantity: Quantity, attributes }];
  });
  return lines.filter(({ sku }, at) => isOfSite(items, sku) || lines.findIndex((line) => line.sku === sku) === at);
}

const isOfSite = (items: ReadonlyMap<string, JourneyItem>, sku: string) => items.get(sku)?.Choice === "site";

/** Returns the item of which each site has a line, if there is one. */
export const siteItemOf = (journey: Pick<Journey, "Steps">): JourneyItem | undefined =>
  [...itemsOf(journey).values()].find(({ Choice }) => Choice === "site");

/** Returns a line for a site about which nothing is known yet. */
export const newSite = (item: JourneyItem): Line => ({
  sku: item.Sku,
  offerId: item.Offers[0]!.OfferId,
  quantity: Math.max(1, item.Minimum),
  attributes: defaultsOf(item.Attributes),
});

/** Returns the initial answers: the fields' defaults, what the customer's record says, and what was answered or ordered before the journey. */
export function startAnswers(
  journey: Journey,
  carried: Readonly<Record<string, string>> = {},
  again: LinesAgain = [],
  goingUp?: GoingUp,
): Answers {
  const fields = journey.Steps.flatMap((step) => step.Fields);
  const items = itemsOf(journey);
  const lines = linesAgain(journey, again);
  const [site, sites] = [siteItemOf(journey), lines.filter(({ sku }) => isOfSite(items, sku))];
  return {
    ...(goingUp && { goingUp }),
    fields: defaultsOf(fields, carried),
    lines: lines.filter(({ sku }) => !isOfSite(items, sku)),
    sites: site && sites.length === 0 && journey.Action === "Add" ? [newSite(site)] : sites,
    quantities: {},
    delivery: journey.Delivery[0]?.Id ?? null,
    form: journey.Known,
  };
}

export const setField = (answers: Answers, name: string, value: FieldValue): Answers => ({
  ...answers,
  fields: { ...answers.fields, [name]: value },
});

/** Returns how many of an item are chosen at first. */
const usualQuantity = ({ Minimum, Maximum }: JourneyItem, { goingUp }: Answers): number =>
  Math.min(Maximum ?? 100_000, Math.max(1, Minimum, goingUp?.seats ?? 1));

/** Prefers a one-year term paid monthly, the most common choice; falls back to the first offer. */
const usualOffer = (item: JourneyItem) =>
  item.Offers.find((offer) => offer.Term === "P1Y" && offer.Billing === "monthly") ?? item.Offers[0];

/** Returns a line for a plan that was chosen before the journey, if it is sold. */
export function linesOfPlan(journey: Pick<Journey, "Steps">, plan: string | undefined): LinesAgain {
  const item = plan === undefined ? undefined : itemsOf(journey).get(plan);
  const offer = item && !item.IsAddOn && item.Choice !== "site" && item.Choice !== "later" && usualOffer(item);
  return offer ? [{ OfferId: offer.OfferId, Quantity: Math.max(1, item.Minimum), Attributes: {} }] : [];
}

/** Chooses an item; a plan takes the place of the one chosen before. */
export function chooseItem(journey: Pick<Journey, "Steps">, answers: Answers, item: JourneyItem): Answers {
  const offer = usualOffer(item);
  if (!offer || answers.lines.some((line) => line.sku === item.Sku)) return answers;
  const line = {
    sku: item.Sku,
    offerId: offer.OfferId,
    quantity: usualQuantity(item, answers),
    attributes: defaultsOf(item.Attributes),
  };
  const items = itemsOf(journey);
  const isReplaced = ({ sku }: Line) => item.Choice === "plan" && items.get(sku)?.Choice === "plan";
  return { ...answers, lines: [...answers.lines.filter((each) => !isReplaced(each)), line] };
}

/** Takes a plan in place of the one before, with its term and quantity as far as they are sold, and what goes with it. */
export function choosePlan(journey: Journey, answers: Answers, item: JourneyItem): Answers {
  const items = itemsOf(journey);
  const before = answers.lines.find(({ sku }) => !items.get(sku)?.IsAddOn);
  const was = items.get(before?.sku ?? "")?.Offers.find(({ OfferId }) => OfferId === before?.offerId);
  const offer =
    item.Offers.find(({ Term, Billing }) => Term === was?.Term && Billing === was.Billing) ?? usualOffer(item);
  if (!offer || before?.sku === item.Sku) return answers;
  const quantity = Math.min(item.Maximum ?? 100_000, Math.max(1, item.Minimum, before?.quantity ?? 1));
  const line = { sku: item.Sku, offerId: offer.OfferId, quantity, attributes: defaultsOf(item.Attributes) };
  return withCarried(journey, answers, [line, ...answers.lines.filter(({ sku }) => items.get(sku)?.IsAddOn)]);
}

/** Takes goods in place of others, as many of them. */
export function swapItem(journey: Journey, answers: Answers, sku: string, item: JourneyItem): Answers {
  const [line] = chooseItem(journey, { ...answers, lines: [] }, item).lines;
  const lines = answers.lines.map((each) => (line && each.sku === sku ? { ...line, quantity: each.quantity } : each));
  return withCarried(journey, answers, lines);
}

/** Removes an item, and the add-ons that no chosen item or existing subscription carries any more. */
export const dropItem = (journey: Journey, answers: Answers, sku: string): Answers =>
  withCarried(
    journey,
    answers,
    answers.lines.filter((line) => line.sku !== sku),
  );

function withCarried(journey: Journey, answers: Answers, wanted: readonly Line[]): Answers {
  const items = itemsOf(journey);
  let lines = wanted;
  for (;;) {
    const kept = lines.filter((line) => {
      const item = items.get(line.sku);
      return item !== undefined && isCarried(journey, lines, item);
    });
    if (kept.length === lines.length) return { ...answers, lines };
    lines = kept;
  }
}

export const setLine = (answers: Answers, sku: string, change: Partial<Omit<Line, "sku">>): Answers => ({
  ...answers,
  lines: answers.lines.map((line) => (line.sku === sku ? { ...line, ...change } : line)),
});

export function setQuantity(journey: Journey, answers: Answers, subscriptionId: string, quantity: number): Answers {
  const present = journey.Subscriptions.find((each) => each.Id === subscriptionId)?.Quantity;
  const { [subscriptionId]: _before, ...others } = answers.quantities;
  return { ...answers, quantities: quantity === present ? others : { ...others, [subscriptionId]: quantity } };
}

/** Checks whether an item is available: it needs nothing, or one of the items it needs is chosen or exists already. */
export function isCarried(journey: Pick<Journey, "Subscriptions">, lines: readonly Line[], item: JourneyItem): boolean {
  if (item.NeedsOneOf.length === 0) return true;
  return (
    lines.some((line) => line.sku !== item.Sku && item.NeedsOneOf.includes(line.sku)) ||
    journey.Subscriptions.some((each) => each.Status !== "cancelled" && item.NeedsOneOf.includes(each.Sku))
  );
}

/** Returns the items a step offers now: add-ons only if something carries them. */
export const offeredItems = (journey: Journey, answers: Answers, step: JourneyStep): JourneyItem[] =>
  step.Items.filter((item) => isCarried(journey, answers.lines, item));

/** Checks whether a later list step asks for the term, billing and quantity of the items chosen in this step. */
export function isConfiguredLater(journey: Journey, step: JourneyStep): boolean {
  const at = journey.Steps.findIndex((each) => each.Id === step.Id);
  return journey.Steps.slice(at + 1).some((each) => each.Kind === 2);
}

/** Returns the lines of which a step asks the quantity and whatever else they need. */
export const linesAskedIn = (journey: Journey, answers: Answers, step: JourneyStep): Line[] =>
  step.Kind === 2
    ? linesOfList(journey, answers, step)
    : isConfiguredLater(journey, step)
      ? []
      : answers.lines.filter((line) => step.Items.some(({ Sku }) => Sku === line.sku));

/** Returns the lines that a list step asks about: the items chosen in earlier steps. */
export function linesOfList(journey: Journey, answers: Answers, step: JourneyStep): Line[] {
  const at = journey.Steps.findIndex((each) => each.Id === step.Id);
  const before = new Set(
    journey.Steps.slice(0, at + 1)
      .flatMap((each) => each.Items)
      .map((item) => item.Sku),
  );
  return answers.lines.filter((line) => before.has(line.sku));
}
