import { ownPrices } from "@tradewind/contract/catalogue/own-prices.ts";
import { priceUnder, standingOn } from "@tradewind/domain/pricing/price-rules.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer } from "../../platform/http.ts";
import { rulesOfEveryone } from "../offers/price-rules.store.ts";
import { requirePrices } from "../price-books/price-books.actions.ts";
import { listOwnPrices, pageSize } from "./own-prices.store.ts";

export const ownPricesRoutes = [
  answer(ownPrices.list, async ({ db, actor, today }, { query }) => {
    requirePrices(actor);
    const wanted = { search: query.Search, productId: query.ProductId };
    const rows = await listOwnPrices(db, actor, wanted, today, readCursor(query.After, ["name", "id"]));
    const { page, next } = pageOf(rows, pageSize, ({ name, id }) => ({ name, id }));
    const rules = await rulesOfEveryone(db, actor.resellerId, { offerIds: page.map(({ id }) => id) });
    const standing = standingOn(rules, today);
    return {
      Items: page.map((row) => ({
        OfferId: row.id,
        Name: row.name,
        Sku: row.sku,
        Unit: row.unit,
        ProductId: row.product_id,
        ProductName: row.product_name,
        Term: row.term,
        Billing: row.billing,
        Cost: row.cost,
        Recommended: row.recommended,
        Own: priceUnder([standing], { offerId: row.id, productId: row.product_id, cost: row.cost }),
        Next: row.next_from === null ? null : { From: row.next_from, Cost: row.next_cost! },
      })),
      Next: next,
    };
  }),
];
