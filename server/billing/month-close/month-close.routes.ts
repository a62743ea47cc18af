import { monthClose } from "@tradewind/contract/billing/month-close.ts";
import { answer } from "../../platform/http.ts";
import { close, reopen } from "./month-close.actions.ts";
import { daysOf, listMonths, readMonth } from "./month-close.reads.ts";
import { streamBalances } from "./month-close.store.ts";

export const monthCloseRoutes = [
  answer(monthClose.list, async ({ db, today }) => ({ Items: await listMonths(db, today) })),
  answer(monthClose.byMonth, ({ db, today, actor }, { params }) =>
    readMonth(db, params.month, { today, personId: actor.personId }),
  ),
  answer(monthClose.csv, ({ platform }, { params }) => ({
    file: () => streamBalances(platform.exports, daysOf(params.month)),
    name: `trial-balance-${params.month}.csv`,
  })),
  answer(monthClose.close, (doing, { params, body }) => close(doing, params.month, body.Note)),
  answer(monthClose.reopen, (doing, { params, body }) => reopen(doing, params.month, body.Note)),
];
