import { ownPrices } from "@tradewind/contract/catalogue/own-prices.ts";
import { chargingExample } from "@tradewind/domain/catalogue/charging-examples.ts";
import { marginOf } from "@tradewind/domain/pricing/margin.ts";
import { priceUnder, standingOn } from "@tradewind/domain/pricing/price-rules.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import type { Db } from "../../platform/db.ts";
import { answer } from "../../platform/http.ts";
import { rulesOfEveryone } from "../offers/price-rules.store.ts";
import { requirePrices } from "../price-books/price-books.actions.ts";
import { listOwnPrices, pageSize, streamOwnPrices, type PricedRow } from "./own-prices.store.ts";

/** More than are ever for sale at once. */
const mostOffers = 20_000;
const changeOf = (from: string | null, cost: string | null) => (from === null ? null : { From: from, Cost: cost! });

/** Works out what a rule for everyone makes of each cost. */
async function ownPricesOf(db: Db, { resellerId }: TenantActor, rows: readonly PricedRow[], today: string) {
  const standing = standingOn(await rulesOfEveryone(db, resellerId, { offerIds: rows.map(({ id }) => id) }), today);
  return rows.map((row) => ({
    ...row,
    own: priceUnder([standing], { offerId: row.id, productId: row.product_id, cost: row.cost }),
  }));
}

export const ownPricesRoutes = [
  answer(ownPrices.list, async ({ db, actor, today }, { query }) => {
    requirePrices(actor);
    const wanted = { search: query.Search, productId: query.ProductId };
    const after = readCursor(query.After, ["name", "id"]);
    const rows = await listOwnPrices(db, actor, wanted, today, after, pageSize + 1);
    const { page, next } = pageOf(rows, pageSize, ({ name, id }) => ({ name, id }));
    return {
      Items: (await ownPricesOf(db, actor, page, today)).map((row) => ({
        OfferId: row.id,
        Name: row.name,
        Sku: row.sku,
        Unit: row.unit,
        ProductId: row.product_id,
        ProductName: row.product_name,
        Term: row.term,
        Billing: row.billing,
        ChargingModel: row.charging_model,
        Cost: row.cost,
        Recommended: row.recommended,
        Own: row.own,
        Last: changeOf(row.last_from, row.last_cost),
        Next: changeOf(row.next_from, row.next_cost),
      })),
      Next: next,
    };
  }),
  answer(ownPrices.csv, async ({ db, actor, today, platform }, { query }) => {
    requirePrices(actor);
    const wanted = { search: query.Search, productId: query.ProductId };
    const rows = await listOwnPrices(db, actor, wanted, today, undefined, mostOffers);
    const lines = (await ownPricesOf(db, actor, rows, today)).map((row) => {
      const asked = row.own ?? row.recommended;
      const margin = asked === null ? null : marginOf(row.cost, asked).percent;
      return {
        ...row,
        margin: margin?.replace("−", "-") ?? null,
        example: chargingExample(row.charging_model, { ...row, currency: actor.currency }),
      };
    });
    return { file: () => streamOwnPrices(platform.exports, actor, lines), name: `prices-${today}.csv` };
  }),
];
