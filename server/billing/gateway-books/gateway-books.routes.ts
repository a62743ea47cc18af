import { gatewayBooks } from "@tradewind/contract/billing/gateway-books.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer } from "../../platform/http.ts";
import { decideDifferenceOf, lookNow } from "./gateway-books.actions.ts";
import { toDifference, toPayout, toStanding } from "./gateway-books.reads.ts";
import { listDifferences, listPayouts, pageSize, sumStandings } from "./gateway-differences.store.ts";

export const gatewayBooksRoutes = [
  answer(gatewayBooks.standings, async ({ db, platform }) => ({
    Items: (await sumStandings(db)).map(toStanding(platform)),
  })),
  answer(gatewayBooks.differences, async ({ db, platform }, { query }) => {
    const after = readCursor(query.After, ["at", "id"]);
    const rows = await listDifferences(db, { state: query.State, after });
    const { page, next } = pageOf(rows, pageSize, ({ since, id }) => ({ at: since.toISOString(), id }));
    return { Items: page.map(toDifference(platform)), Next: next };
  }),
  answer(gatewayBooks.payouts, async ({ db, platform }, { query }) => {
    const rows = await listPayouts(db, readCursor(query.After, ["at", "id"]));
    const { page, next } = pageOf(rows, pageSize, ({ made_at, ref }) => ({ at: made_at.toISOString(), id: ref }));
    return { Items: page.map(toPayout(platform)), Next: next };
  }),
  answer(gatewayBooks.look, (doing) => lookNow(doing)),
  answer(gatewayBooks.setAside, (doing, { params, body }) =>
    decideDifferenceOf(doing, params.gatewayDifferenceId, "setAside", body),
  ),
  answer(gatewayBooks.reopen, (doing, { params, body }) =>
    decideDifferenceOf(doing, params.gatewayDifferenceId, "reopen", body),
  ),
];
