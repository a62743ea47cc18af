import { assortment } from "@tradewind/contract/catalogue/assortment.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer, answerPrepared, type Doing } from "../../platform/http.ts";
import { toPicture, toWithdrawal } from "./assortment-wire.ts";
import { arrangePlans, sayWords, showPicture } from "./assortment.actions.ts";
import { readProduct } from "./assortment.reads.ts";
import { listCustomerCounts, listProducts, pageSize } from "./assortment.store.ts";
import { readPicture } from "./product-picture-files.ts";
import { sell } from "./withdrawals.actions.ts";

const nowOf = ({ tx, platform, today }: Doing<OperatorActor>, productId: string) =>
  readProduct(tx, platform.vendors, productId, today);

export const assortmentRoutes = [
  answer(assortment.list, async ({ db }, { query }) => {
    const { Search: search, Vendor: vendor, Category: category, State } = query;
    const hidden = State && State === "hidden";
    const rows = await listProducts(db, { search, vendor, category, hidden }, readCursor(query.After, ["name", "id"]));
    const { page, next } = pageOf(rows, pageSize, ({ name, id }) => ({ name, id }));
    return {
      Items: page.map((row) => ({
        ProductId: row.id,
        Name: row.name,
        Vendor: row.vendor,
        Category: row.category,
        Icon: row.icon,
        ...toPicture(row),
        IsShown: !row.hidden,
        Withdrawal: toWithdrawal(row),
        OffersForSale: row.for_sale,
        Offers: row.offers,
        IsReworded: row.is_reworded,
      })),
      Next: next,
    };
  }),
  answer(assortment.customers, async ({ db }) => ({
    Items: (await listCustomerCounts(db)).map(({ id, name, vendor, hidden, customers }) => ({
      ProductId: id,
      Name: name,
      Vendor: vendor,
      IsShown: !hidden,
      Customers: customers,
    })),
  })),
  answer(assortment.byId, ({ db, platform, today }, { params }) =>
    readProduct(db, platform.vendors, params.productId, today),
  ),
  answer(assortment.say, async (doing, { params, body }) => {
    await sayWords(doing, params.productId, body);
    return nowOf(doing, params.productId);
  }),
  answer(assortment.arrange, async (doing, { params, body }) => {
    await arrangePlans(doing, params.productId, body);
    return nowOf(doing, params.productId);
  }),
  answer(assortment.sell, async (doing, { params, body }) => {
    await sell(doing, params.productId, body);
    return nowOf(doing, params.productId);
  }),
  answerPrepared(
    assortment.picture,
    async ({ actor, platform }, { body: { Picture: sent } }) =>
      sent ? await readPicture(platform, actor.personId, sent) : (sent as null | undefined),
    async (doing, { params, body }, picture) => {
      await showPicture(doing, params.productId, body, picture);
      return nowOf(doing, params.productId);
    },
  ),
];
