import { priceBooks } from "@tradewind/contract/catalogue/price-books.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer } from "../../platform/http.ts";
import { mayUseProduct } from "../../platform/restriction.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { loadCatalogue } from "../offers/offers.store.ts";
import { rulesOfCustomer } from "../offers/price-rules.store.ts";
import { listPricedOffers } from "../offers/pricing.store.ts";
import { pricesOn, readPricesAsOf } from "./price-as-of.reads.ts";
import { costsOfFixed, previewRule } from "./price-preview.reads.ts";
import { addGroup, putPrice, removePrice, requirePrices, setGroup } from "./price-books.actions.ts";
import {
  findGroup,
  groupOfCustomer,
  listGroups,
  listRuledProducts,
  listRules,
  pageSize,
  searchCustomers,
} from "./price-books.store.ts";

export const priceBooksRoutes = [
  answer(priceBooks.groups, async ({ db, actor }, { query: { CustomerId } }) => {
    if (CustomerId) orNotFound(await findCustomer(db, actor, CustomerId));
    const [groups, own] = await Promise.all([
      listGroups(db, actor),
      CustomerId ? groupOfCustomer(db, actor.resellerId, CustomerId) : undefined,
    ]);
    return {
      Items: groups.map(({ id, name, customers }) => ({ Id: id, Name: name, Customers: customers })),
      GroupId: own?.group_id ?? null,
    };
  }),
  answer(priceBooks.choices, async ({ db, actor }, { query }) => {
    const [products, customers] = await Promise.all([
      listRuledProducts(db, actor),
      searchCustomers(db, actor, query.Search),
    ]);
    const toNamed = ({ id, name }: { id: string; name: string }) => ({ Id: id, Name: name });
    return { Products: products.map(toNamed), Customers: customers.map(toNamed) };
  }),
  answer(priceBooks.addGroup, (doing, { body }) => addGroup(doing, body.Name)),
  answer(priceBooks.setGroup, (doing, { params, body }) => setGroup(doing, params.customerId, body.GroupId)),
  answer(priceBooks.list, async ({ db, actor, today }, { query }) => {
    requirePrices(actor);
    if (query.CustomerId) orNotFound(await findCustomer(db, actor, query.CustomerId));
    if (query.GroupId) orNotFound(await findGroup(db, actor.resellerId, query.GroupId));
    const rows = await listRules(db, actor, query, today, readCursor(query.After, ["from", "id"]));
    const { page, next } = pageOf(rows, pageSize, (last) => ({ from: last.from_date, id: last.id }));
    const costOf = await costsOfFixed(db, page, actor.currency);
    return {
      Items: page.map((row) => ({
        Id: row.id,
        CustomerId: row.customer_id,
        GroupId: row.group_id,
        OfferId: row.offer_id,
        ProductId: row.offer_id === null ? row.product_id : null,
        Name: row.name,
        Term: row.term,
        Billing: row.billing,
        Whose: row.whose,
        State: row.state,
        From: row.from_date,
        Kind: row.kind,
        Value: row.value,
        Cost: row.state === "past" ? null : costOf(row, row.from_date > today ? row.from_date : today),
      })),
      Next: next,
    };
  }),
  answer(priceBooks.put, (doing, { body }) => putPrice(doing, body)),
  answer(priceBooks.preview, ({ db, actor, today }, { body }) => previewRule(db, actor, today, body)),
  answer(priceBooks.remove, (doing, { params }) => removePrice(doing, params.priceRuleId)),
  answer(priceBooks.asOf, async ({ db, actor, now }, { query }) => {
    requirePrices(actor);
    if (!mayUseProduct(actor, query.ProductId)) throw new AppError("notFound");
    if (query.CustomerId) orNotFound(await findCustomer(db, actor, query.CustomerId));
    return readPricesAsOf(db, actor, query, now);
  }),
  answer(priceBooks.ofCustomer, async ({ db, actor, today }, { params, query }) => {
    requirePrices(actor);
    if (!mayUseProduct(actor, query.ProductId)) throw new AppError("notFound");
    orNotFound(await findCustomer(db, actor, params.customerId));
    const { resellerId, currency } = actor;
    const { customerId } = params;
    const productIds = [query.ProductId];
    const [rows, catalogue, rules] = await Promise.all([
      listPricedOffers(db, query.ProductId),
      loadCatalogue(db, { resellerId, customerId, currency, productIds }),
      rulesOfCustomer(db, { resellerId, customerId }, { productIds }),
    ]);
    const priceOf = pricesOn(catalogue.prices, rules, currency, today);
    return {
      Items: rows.map((row) => ({
        OfferId: row.id,
        Name: row.name,
        Unit: row.unit,
        Term: row.term,
        Billing: row.billing,
        ...(priceOf(row.id) ?? { Cost: null, CustomerPrice: null, Level: null }),
      })),
    };
  }),
];
