import { restrictions } from "@tradewind/contract/access/restrictions.ts";
import { answer } from "../../platform/http.ts";
import { restrictCustomers, restrictionsOf, restrictProducts } from "./restrictions.actions.ts";
import { listByTexts } from "./restrictions.store.ts";

export const restrictionsRoutes = [
  answer(restrictions.of, (context, { params }) => restrictionsOf(context, params.userId)),
  answer(restrictions.matchCustomers, async ({ db, actor }, { body }) => {
    const texts = body.Texts.map((text) => text.trim()).filter((text) => text !== "");
    const rows = await listByTexts(
      db,
      actor,
      texts.map((text) => text.toLowerCase()),
    );
    const known = new Set(rows.flatMap(({ id, name }) => [id, name.toLowerCase()]));
    return {
      Items: rows.map(({ id, name, status }) => ({ Id: id, Name: name, Status: status })),
      Unknown: texts.filter((text) => !known.has(text.toLowerCase())),
    };
  }),
  answer(restrictions.setCustomers, (doing, { params, body }) => restrictCustomers(doing, params.userId, body)),
  answer(restrictions.setProducts, (doing, { params, body }) => restrictProducts(doing, params.userId, body)),
];
