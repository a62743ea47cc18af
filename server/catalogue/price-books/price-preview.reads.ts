import {
  priceLevels,
  priceUnder,
  standingOn,
  withRule,
  type PriceLevel,
  type PriceRule,
  type StandingRules,
} from "@tradewind/domain/pricing/price-rules.ts";
import { lossOf } from "@tradewind/domain/pricing/margin.ts";
import { priceTimeline } from "@tradewind/domain/pricing/price-timeline.ts";
import { findPrice } from "@tradewind/domain/pricing/terms.ts";
import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import type { TenantActor } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import { listPrices } from "../offers/offers.store.ts";
import { rulesAbout } from "../offers/price-rules.store.ts";
import { listOffersOfRule } from "../offers/pricing.store.ts";
import { ownerOf, requireComing, requirePrices, targetOf, type Put } from "./price-books.actions.ts";
import { countOthers, groupOfCustomer, listOwnRuled } from "./price-books.store.ts";

/** Customers with rules of their own, and groups, that are looked at one by one; fewer where they have many prices. */
const mostLookedAt = 200;
const mostPrices = 50_000;
/** Changed prices that are listed. */
const mostListed = 200;

/** Customers who have the same rules. */
type Audience = {
  level: PriceLevel;
  whose: string | null;
  customerId: string | null;
  groupId: string | null;
  customers: number;
};

/** Works out what a rule would change on its first day, for each customer or group of customers with the same rules. */
export async function previewRule(db: Db, actor: TenantActor, today: string, wanted: Put) {
  requirePrices(actor);
  requireComing(wanted, today);
  const [whose, { productId }] = await Promise.all([ownerOf(db, actor, wanted), targetOf(db, actor, wanted)]);
  const target = { offerId: wanted.OfferId, productId };
  const [offers, rules] = await Promise.all([
    listOffersOfRule(db, actor, target),
    rulesAbout(
      db,
      actor.resellerId,
      target.offerId !== null
        ? { offerIds: [target.offerId] }
        : target.productId !== null
          ? { productIds: [target.productId] }
          : "everything",
    ),
  ]);
  const list = await listPrices(db, [...new Set(offers.map((offer) => offer.product_id))], [actor.currency]);
  const prices = priceTimeline(list, []);
  const priced = offers.flatMap((offer) => {
    const price = findPrice({ offers: new Map(), prices }, offer.id, actor.currency, wanted.From);
    return price ? [{ ...offer, offerId: offer.id, productId: offer.product_id, cost: price.cost }] : [];
  });
  const most = Math.min(mostLookedAt, Math.ceil(mostPrices / Math.max(1, priced.length)));
  const { audiences, notShown } = await audiencesOf(db, actor, wanted, { whose, target, most });
  const added = ruleOf(wanted, productId);
  const owned = Map.groupBy(rules, ({ customerId, groupId }) => customerId ?? groupId);
  const standing = new Map(
    owned.entries().map(([owner, own]) => [
      owner,
      standingOn(
        own.map(({ rule }) => rule),
        wanted.From,
      ),
    ]),
  );

  const changes = audiences.map((audience) => {
    const before = [audience.customerId, audience.groupId, null].map((owner, at): StandingRules =>
      owner === null && priceLevels[at] !== "everyone" ? nothing : (standing.get(owner) ?? nothing),
    );
    const after = before.with(
      priceLevels.indexOf(added.level),
      withRule(before[priceLevels.indexOf(added.level)]!, added),
    );
    const items = priced.flatMap((offer) => {
      const [was, will] = [before, after].map((each) => priceUnder(each, offer));
      return was === will ? [] : [{ audience, offer, was: was!, will: will! }];
    });
    return { audience, items };
  });
  const sum = (some: typeof changes) => some.reduce((all, { audience }) => all + audience.customers, 0);
  const items = changes.flatMap((each) => each.items);
  return {
    Items: items.slice(0, mostListed).map(({ audience, offer, was, will }) => ({
      OfferId: offer.id,
      Name: offer.name,
      Unit: offer.unit,
      Term: offer.term,
      Billing: offer.billing,
      Cost: offer.cost,
      Was: was,
      Will: will,
      Whose: audience.whose,
      Level: audience.level,
      Customers: audience.customers,
    })),
    Prices: items.length,
    BelowCost: items.filter(({ offer, will }) => will !== null && lossOf(offer.cost, will) !== null).length,
    Changed: sum(changes.filter((each) => each.items.length > 0)),
    Kept: sum(changes.filter((each) => each.items.length === 0)),
    NotShown: notShown,
  };
}

type Fixed = { kind: string; offer_id: string | null; product_id: string | null };

/** Reads what the offers of fixed prices cost, by the day. */
export async function costsOfFixed(db: Db, rules: readonly Fixed[], currency: Currency) {
  const products = new Set(rules.flatMap(({ kind, product_id: id }) => (kind === "fixed" && id !== null ? id : [])));
  const list = products.size === 0 ? [] : await listPrices(db, [...products], [currency]);
  const catalogue = { offers: new Map(), prices: priceTimeline(list, []) };
  return ({ kind, offer_id: id }: Fixed, day: CalendarDate): string | null =>
    kind === "fixed" && id !== null ? (findPrice(catalogue, id, currency, day)?.cost ?? null) : null;
}

const ruleOf = ({ CustomerId, GroupId, OfferId, From, Kind, Value }: Put, productId: string | null) =>
  ({
    level: CustomerId ? "customer" : GroupId ? "group" : "everyone",
    offerId: OfferId,
    productId,
    from: From,
    kind: Kind,
    value: Value,
  }) as PriceRule;

const nothing: StandingRules = new Map();

type About = { whose: string; target: { offerId: string | null; productId: string | null }; most: number };

async function audiencesOf(
  db: Db,
  actor: TenantActor,
  { CustomerId, GroupId }: Put,
  { whose, target, most }: About,
): Promise<{ audiences: Audience[]; notShown: number }> {
  if (CustomerId) {
    const groupId = (await groupOfCustomer(db, actor.resellerId, CustomerId))?.group_id ?? null;
    return { audiences: [{ level: "customer", whose, customerId: CustomerId, groupId, customers: 1 }], notShown: 0 };
  }
  const [own, others] = await Promise.all([
    listOwnRuled(db, actor, { groupId: GroupId, target }, most),
    countOthers(db, actor, { groupId: GroupId, target }),
  ]);
  return {
    audiences: [
      ...others.slice(0, most).map(({ group_id, name, customers }): Audience => ({
        level: group_id ? "group" : "everyone",
        whose: name,
        customerId: null,
        groupId: group_id,
        customers,
      })),
      ...own.map(({ id, name, group_id }): Audience => ({
        level: "customer",
        whose: name,
        customerId: id,
        groupId: group_id,
        customers: 1,
      })),
    ],
    notShown:
      Number(own[0]?.all ?? 0) - own.length + others.slice(most).reduce((all, { customers }) => all + customers, 0),
  };
}
