import { debtors } from "@tradewind/contract/billing/debtors.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import type { DebtorFilter } from "@tradewind/domain/billing/debtors.ts";
import { currencies, type Currency } from "@tradewind/domain/values/money.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import type { Db } from "../../platform/db.ts";
import { answer } from "../../platform/http.ts";
import { sumOpen } from "../bank/bank.store.ts";
import { daysAhead, readExpected } from "./cash-expected.reads.ts";
import { addNote, changeLimit, keepPromise } from "./debtors.actions.ts";
import { listPaused, readDebtor, toDebtors, toSums } from "./debtors.reads.ts";
import { listDebtors, pageSize, streamDebtors, sumDebtors, type DebtorAsked } from "./debtors.store.ts";

type Query = { Search: string; Currency?: Currency | undefined; Which?: DebtorFilter | undefined };
const askedOf = async (db: Db, { Search, Currency, Which }: Query, today: string): Promise<DebtorAsked> => ({
  search: Search,
  currency: Currency,
  which: Which,
  paused: Which === "paused" ? await listPaused(db, today) : [],
});
const none = { owed: 0n, not_due: 0n, to30: 0n, to60: 0n, to90: 0n, over90: 0n, memos: 0n, credit: 0n, on_its_way: 0n };

export const debtorsRoutes = [
  answer(debtors.list, async ({ db, today }, { query }) => {
    const rows = await listDebtors(db, {
      ...(await askedOf(db, query, today)),
      sort: query.Sort,
      today,
      after: readCursor(query.After, ["value", "id"]),
    });
    const { page, next } = pageOf(rows, pageSize, ({ key, reseller_id, currency }) => ({
      value: key,
      id: `${reseller_id} ${currency}`,
    }));
    return { Items: await toDebtors(db, page, today), Next: next };
  }),
  answer(debtors.totals, async ({ db, today }) => {
    const [sums, open] = await Promise.all([sumDebtors(db, today), sumOpen(db)]);
    const unallocated = new Map(open.map(({ currency, minor }) => [currency, minor]));
    const known = new Map(sums.map((row) => [row.currency, row]));
    return {
      Items: currencies
        .filter((currency) => known.has(currency) || unallocated.has(currency))
        .map((currency) => {
          const row = known.get(currency) ?? { ...none, currency, resellers: 0 };
          return {
            ...toSums(row),
            Resellers: row.resellers,
            Unallocated: { Minor: String(unallocated.get(currency) ?? 0n), Currency: currency },
          };
        }),
    };
  }),
  answer(debtors.csv, async ({ db, today, platform }, { query }) => {
    const asked = await askedOf(db, query, today);
    return { file: () => streamDebtors(platform.exports, asked, today), name: `debtors-${today}.csv` };
  }),
  answer(debtors.expected, async ({ db, today, platform }) => ({
    From: today,
    Until: addDays(today, daysAhead),
    Items: await readExpected(db, platform, today),
  })),
  answer(debtors.byId, ({ db, today }, { params }) => readDebtor(db, params.resellerId, today)),
  answer(debtors.note, (doing, { params, body }) => addNote(doing, params.resellerId, body)),
  answer(debtors.promise, (doing, { params, body }) => keepPromise(doing, params.resellerId, body)),
  answer(debtors.limit, (doing, { params, body }) => changeLimit(doing, params.resellerId, body)),
];
