import { shop } from "@tradewind/contract/catalogue/shop.ts";
import { answer } from "../../platform/http.ts";
import { findShown } from "../products/shown.reads.ts";
import { readCustomers, readFound, readHabits, readPage, readWindow } from "./shop.reads.ts";
import { deleteFavourite, insertFavourite } from "./shop.store.ts";

export const shopRoutes = [
  answer(shop.find, async (asking, { query }) => ({ Items: await readFound(asking, query) })),
  answer(shop.window, ({ db, actor, today }) => readWindow(db, actor, today)),
  answer(shop.page, ({ db, actor, today }, { params }) => readPage(db, actor, params.productId, today)),
  answer(shop.customers, ({ db, actor }, { params }) => readCustomers(db, actor, params.productId)),
  answer(shop.habits, ({ db, actor, today }) => readHabits(db, actor, today)),
  answer(shop.favour, async ({ tx, actor }, { params, body }) => {
    const { id } = await findShown(tx, actor, params.productId);
    await (body.IsFavourite ? insertFavourite : deleteFavourite)(tx, actor, id);
    return { IsFavourite: body.IsFavourite };
  }),
];
