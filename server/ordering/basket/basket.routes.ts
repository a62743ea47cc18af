import { basket } from "@tradewind/contract/ordering/basket.ts";
import { answer } from "../../platform/http.ts";
import { addToBasket, changeBasketLine, placeBasket, removeBasketLine, restoreBasketLine } from "./basket.actions.ts";
import { readBasket } from "./basket.reads.ts";
import { countBasket } from "./basket.store.ts";

export const basketRoutes = [
  answer(basket.read, (asking) => readBasket(asking)),
  answer(basket.count, async ({ db, actor }) => ({ Lines: await countBasket(db, actor) })),
  answer(basket.add, (doing, { body }) => addToBasket(doing, body)),
  answer(basket.change, async (doing, { params, body }) => {
    await changeBasketLine(doing, params.basketLineId, body);
    return {};
  }),
  answer(basket.remove, async (doing, { params }) => {
    await removeBasketLine(doing, params.basketLineId);
    return {};
  }),
  answer(basket.restore, async (doing, { params }) => {
    await restoreBasketLine(doing, params.basketLineId);
    return {};
  }),
  answer(basket.place, (doing, { body }) => placeBasket(doing, body.Lines)),
];
