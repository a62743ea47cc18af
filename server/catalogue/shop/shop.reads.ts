import {
  mostFound,
  mostShown,
  type FoundPlan,
  type ShopPage,
  type ShopPlan,
  type ShopProduct,
} from "@tradewind/contract/catalogue/shop.ts";
import { cheapest, leastOf, leastPaid } from "@tradewind/domain/catalogue/cheapest.ts";
import { pictureAddress } from "@tradewind/domain/catalogue/product-words.ts";
import { addMonths } from "@tradewind/domain/values/dates.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import type { Catalogue, Offer, Price } from "@tradewind/domain/pricing/pricing-types.ts";
import { findPrice } from "@tradewind/domain/pricing/terms.ts";
import { seesOwnPrices, seesPrices, seesSales, type TenantActor } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { mayUseProduct } from "../../platform/restriction.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { findAgreement } from "../agreements/agreements.store.ts";
import { rulesOfCustomer, rulesOfEveryone } from "../offers/price-rules.store.ts";
import { findCatalogueVersion } from "../products/products.store.ts";
import { catalogueOf, loadShelf, planKey, type Shelf } from "../products/shelf.reads.ts";
import { findShown, isShown } from "../products/shown.reads.ts";
import {
  countHeld,
  countFitting,
  countHolders,
  countOrdered,
  findPlans,
  listFavourites,
  listFitting,
  listLargest,
  listPlanOffers,
  listRecent,
  type PlanOffer,
} from "./shop.store.ts";

const isOffered = ({ forSale, billing }: Offer) => forSale && billing !== "daily";

/** Finds plans of the products that a person sees, the best match first. */
export async function findShownPlans(db: Db, actor: TenantActor, text: string, most: number) {
  const shelf = await loadShelf(db, await findCatalogueVersion(db));
  const shown = [...shelf.products.values()].filter((product) => isShown(product, actor)).map(({ id }) => id);
  return { shelf, found: await findPlans(db, shown, text, most) };
}

/** Finds plans for anybody or for a customer, with prices for who sees them. */
export async function readFound(
  { db, actor, today }: { db: Db; actor: TenantActor; today: string },
  { Text, CustomerId }: { Text: string; CustomerId?: string | undefined },
): Promise<FoundPlan[]> {
  const customerId = CustomerId ?? actor.customerId ?? undefined;
  const [{ shelf, found }] = await Promise.all([
    findShownPlans(db, actor, Text, mostFound),
    customerId === undefined ? undefined : findCustomer(db, actor, customerId).then(orNotFound),
  ]);
  const productIds = [...new Set(found.map(({ product_id }) => product_id))];
  const [priced, sold] = [seesPrices(actor), seesSales(actor)];
  const [rules, held] = await Promise.all([
    !sold
      ? []
      : customerId === undefined
        ? rulesOfEveryone(db, actor.resellerId, { productIds })
        : rulesOfCustomer(db, { resellerId: actor.resellerId, customerId }, { productIds }),
    customerId === undefined
      ? undefined
      : countHeld(
          db,
          actor,
          customerId,
          found.map(({ sku }) => sku),
        ),
  ]);
  return found.map(({ product_id, sku, name, is_add_on }) => {
    const own = shelf.plans.get(planKey(product_id, sku)) ?? [];
    const offerIds = own.map(({ id }) => id);
    const catalogue = catalogueOf(shelf, rules, { currency: actor.currency, productIds, offerIds });
    const priceOf = (id: string) => (sold ? findPrice(catalogue, id, actor.currency, today) : undefined);
    const offers = own.map((offer) => ({ ...offer, price: priceOf(offer.id) }));
    const least = priced ? leastOf(offers) : undefined;
    const paid = priced ? undefined : leastPaid(offers);
    return {
      ProductId: product_id,
      ProductName: shelf.products.get(product_id)!.name,
      Sku: sku,
      Name: name,
      IsAddOn: is_add_on,
      ...(least && {
        From: {
          Cost: least.price.cost,
          Recommended: least.price.recommended,
          CustomerPrice: least.price.customer,
          Unit: least.unit,
          Billing: least.billing,
        },
      }),
      ...(paid && { YouPay: paid }),
      Has: held ? (held.get(sku) ?? 0) : null,
    };
  });
}

/** Everything that the marketplace draws beside the list of products. */
export async function readWindow(db: Db, actor: TenantActor, today: string) {
  const [version, favourites, recent] = await Promise.all([
    findCatalogueVersion(db),
    listFavourites(db, actor),
    listRecent(db, actor),
  ]);
  const shelf = await loadShelf(db, version);
  const priced = seesPrices(actor);
  const sold = await soldTo(db, actor, shelf, [...shelf.products.keys()]);
  const offers = Map.groupBy(
    [...shelf.offers.values()].filter(isOffered).map((offer) => ({
      ...offer,
      price: priced ? listedPrice(shelf, offer.id, actor.currency, today) : undefined,
      sale: sold && findPrice(sold, offer.id, actor.currency, today),
    })),
    ({ productId }) => productId,
  );
  const paidOf = (some: readonly (Offer & { sale: Price | undefined })[]) => {
    const paid = leastPaid(some.map((offer) => ({ ...offer, price: offer.sale })));
    return paid && { YouPay: paid };
  };
  const shown = [...shelf.products.values()].filter((product) => isShown(product, actor));
  return {
    Currency: actor.currency,
    Items: shown.map(({ id }): ShopProduct => {
      const [own, page] = [offers.get(id) ?? [], shelf.pages.get(id)];
      const plans = own.filter(({ isAddOn }) => !isAddOn);
      const from = cheapest(plans);
      return {
        ProductId: id,
        Vendor: page?.vendor ?? "",
        Synonyms: page?.synonyms ?? [],
        ...(from && { From: from }),
        ...paidOf(plans),
        Plans: [...Map.groupBy(own, ({ sku }) => sku)].map(([Sku, ofPlan]) => {
          const least = cheapest(ofPlan);
          const { name, isAddOn } = ofPlan[0]!;
          return { Sku, Name: name, IsAddOn: isAddOn, ...(least && { From: least }), ...paidOf(ofPlan) };
        }),
        IsFavourite: favourites.has(id),
      };
    }),
    Recent: recent.filter((id) => shown.some((product) => product.id === id)),
  };
}

/** What is sold to the actor's own customer, with its prices; undefined for who may not see them. */
async function soldTo(
  db: Db,
  actor: TenantActor,
  shelf: Shelf,
  productIds: readonly string[],
): Promise<Catalogue | undefined> {
  const { resellerId, customerId, currency } = actor;
  if (customerId === null || !seesOwnPrices(actor)) return undefined;
  const rules = await rulesOfCustomer(db, { resellerId, customerId }, { productIds });
  return catalogueOf(shelf, rules, { currency, productIds, offerIds: [...shelf.offers.keys()] });
}

/** The list price in force on a day. */
const listedPrice = (shelf: Shelf, offerId: string, currency: Currency, today: string) =>
  shelf.pricesOf
    .get(offerId)
    ?.filter((price) => price.currency === currency && price.from <= today)
    .reduce((last, price) => (price.from > last.from ? price : last));

export async function readPage(db: Db, actor: TenantActor, productId: string, today: string): Promise<ShopPage> {
  const product = await findShown(db, actor, productId);
  const isStaff = actor.customerId === null;
  const [version, rows, rules, agreement, favourites] = await Promise.all([
    findCatalogueVersion(db),
    listPlanOffers(db, productId),
    seesPrices(actor) ? rulesOfEveryone(db, actor.resellerId, { productIds: [productId] }) : [],
    isStaff ? findAgreement(db, actor.resellerId, product.agreement_id) : undefined,
    listFavourites(db, actor),
  ]);
  const shelf = await loadShelf(db, version);
  const offerIds = rows.map(({ id }) => id);
  const sold = await soldTo(db, actor, shelf, [productId]);
  const priced = catalogueOf(shelf, rules, { currency: actor.currency, productIds: [productId], offerIds });
  const toPlan = ([first, ...more]: readonly [PlanOffer, ...PlanOffer[]]): ShopPlan => ({
    Sku: first.sku,
    Name: first.name,
    Text: first.description,
    Group: first.offer_group,
    Unit: first.unit,
    Maximum: first.maximum,
    Offers: [first, ...more].map(({ id, term, billing, minimum }) => {
      const price = seesPrices(actor) ? findPrice(priced, id, actor.currency, today) : undefined;
      const paid = sold && findPrice(sold, id, actor.currency, today)?.customer;
      return {
        OfferId: id,
        Term: term,
        Billing: billing,
        Minimum: minimum,
        ...(price && {
          Price: { Cost: price.cost, Recommended: price.recommended, CustomerPrice: price.customer },
        }),
        ...(paid && { YouPay: paid }),
      };
    }),
  });
  const skus = [...Map.groupBy(rows, ({ sku }) => sku).values()] as [PlanOffer, ...PlanOffer[]][];
  const page = shelf.pages.get(productId);
  const names = new Map([...shelf.offers.values()].map(({ sku, name }) => [sku, name]));
  return {
    Vendor: page?.vendor ?? "",
    Lines: page?.lines ?? [product.description],
    Needs: page?.needs ?? [],
    Currency: actor.currency,
    Plans: skus.filter(([{ is_add_on }]) => !is_add_on).map(toPlan),
    AddOns: skus
      .filter(([{ is_add_on }]) => is_add_on)
      .map((sku) => ({ ...toPlan(sku), GoesWith: sku[0].needs_one_of.flatMap((each) => names.get(each) ?? []) })),
    Features: (page?.features ?? []).map(({ name, of }) => ({ Name: name, Of: of })),
    GoesWith: (page?.goes_with ?? []).flatMap(({ product_id, why }) => {
      const other = shelf.products.get(product_id);
      return other && isShown(other, actor)
        ? [
            {
              ProductId: other.id,
              Name: other.name,
              Icon: other.icon,
              ImageSrc: other.picture && pictureAddress(other.picture),
              Why: why,
            },
          ]
        : [];
    }),
    Documents: (page?.documents ?? []).map(({ title, url }) => ({ Title: title, Url: url })),
    Agreement: agreement
      ? { Id: agreement.id, Title: agreement.title, SignedAt: agreement.signed_at?.toISOString() ?? null }
      : null,
    IsFavourite: favourites.has(productId),
  };
}

/** Who has a product, and who might want it. */
export async function readCustomers(db: Db, actor: TenantActor, productId: string) {
  await findShown(db, actor, productId);
  const shelf = await loadShelf(db, await findCatalogueVersion(db));
  const rule = shelf.pages.get(productId)?.fit;
  // Who does not see all the products that a rule is about would be told what is not so.
  const fit = rule && [...rule.has, ...rule.lacks].every((id) => mayUseProduct(actor, id)) ? rule : undefined;
  const [counts, largest, fitting] = await Promise.all([
    countHolders(db, actor, productId),
    listLargest(db, actor, productId),
    fit ? listFitting(db, actor, fit) : [],
  ]);
  const plans = new Map([...shelf.offers.values()].map((offer) => [offer.sku, offer]));
  const held = ({ sku, quantity }: { sku: string; quantity: number }) => ({
    Sku: sku,
    Name: plans.get(sku)?.name ?? sku,
    Unit: plans.get(sku)?.unit ?? "Licence",
    Quantity: quantity,
  });
  return {
    Have: {
      Total: counts.find(({ sku }) => sku === null)?.customers ?? 0,
      Plans: counts.flatMap(({ sku, quantity, customers }) =>
        sku === null ? [] : [{ ...held({ sku, quantity }), Customers: customers }],
      ),
      Items: [...Map.groupBy(largest, ({ id }) => id).values()].map((rows) => ({
        Id: rows[0]!.id,
        Name: rows[0]!.name,
        Plans: rows.map(held),
      })),
    },
    Might: fit
      ? {
          Total: fitting[0]?.total ?? 0,
          Reason: fit.reason,
          Items: fitting.map(({ id, name }) => ({ Id: id, Name: name })),
        }
      : null,
  };
}

/** What the customers that a person sees ordered most in a year, and what many of them lack. */
export async function readHabits(db: Db, actor: TenantActor, today: string) {
  const shelf = await loadShelf(db, await findCatalogueVersion(db));
  const isHere = (id: string) => {
    const product = shelf.products.get(id);
    return product !== undefined && isShown(product, actor);
  };
  const rules = [...shelf.pages.values()].flatMap(({ product_id, fit }) =>
    fit && isHere(product_id) && [...fit.has, ...fit.lacks].every((id) => mayUseProduct(actor, id))
      ? [{ ...fit, product_id }]
      : [],
  );
  const [ordered, fitting] = await Promise.all([
    countOrdered(db, actor, addMonths(today, -12)),
    countFitting(db, actor, rules),
  ]);
  const shown = (rows: typeof ordered, most: number) =>
    rows.filter(({ product_id }) => isHere(product_id)).slice(0, most);
  return {
    Most: shown(ordered, mostShown.ordered).map(({ product_id, customers }) => ({
      ProductId: product_id,
      Customers: customers,
    })),
    Worth: shown(fitting, mostShown.worth).map(({ product_id, customers }) => ({
      ProductId: product_id,
      Customers: customers,
      Reason: shelf.pages.get(product_id)!.fit!.reason,
    })),
  };
}
