import type { ExpectedCash } from "@tradewind/contract/billing/debtors.ts";
import { takingsOf } from "@tradewind/domain/billing/autopay.ts";
import type { Expectation } from "@tradewind/domain/billing/debtors.ts";
import { addDays, laterOf } from "@tradewind/domain/values/dates.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import type { Db } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { listAutoMethods } from "../autopay/autopay.store.ts";
import { listExpected, sumPayments } from "./cash-expected.store.ts";

/** How many days ahead are looked at. */
export const daysAhead = 30;

/**
 * Reads what is expected to come in by day: what is on its way, what automatic payment will take, and what is due or was
 * promised otherwise. What automatic payment has given up on counts as due.
 */
export async function readExpected(
  db: Db,
  { vault, debits }: Pick<Platform, "vault" | "debits">,
  today: string,
): Promise<ExpectedCash[]> {
  const until = addDays(today, daysAhead);
  const methods = await listAutoMethods(db, { vault: vault?.id, debits: debits?.id });
  const [begun, open] = [
    await sumPayments(db),
    await listExpected(db, { today, until, automatic: [...methods.keys()] }),
  ];
  const sums = new Map<string, ExpectedCash & { minor: bigint }>();
  const add = (day: string | null, how: Expectation, currency: Currency, minor: bigint, payments = 1) => {
    if (day !== null && day > until) return;
    const key = `${day ?? ""} ${how} ${currency}`;
    const before = sums.get(key);
    const all = (before?.minor ?? 0n) + minor;
    sums.set(key, {
      Day: day,
      How: how,
      Amount: { Minor: String(all), Currency: currency },
      Payments: (before?.Payments ?? 0) + payments,
      minor: all,
    });
  };
  const byHand = (dueOn: string, promisedOn: string | null, currency: Currency, minor: bigint, payments?: number) => {
    if (promisedOn !== null) add(promisedOn, "promised", currency, minor, payments);
    else add(dueOn < today ? null : dueOn, "due", currency, minor, payments);
  };
  for (const { day, currency, minor, payments } of begun)
    add(laterOf(day, today), "onItsWay", currency, minor, payments);
  for (const { reseller_id, due_on, promised_on, currency, minor, payments, attempts } of open) {
    const auto = reseller_id === null ? undefined : methods.get(reseller_id);
    const [taken] =
      auto && auto.currency === currency
        ? // Its credit is counted already.
          takingsOf([{ dueOn: due_on, open: minor, attempts: attempts ?? [] }], auto.method, currency, {
            credit: 0n,
            from: addDays(today, 1),
          })
        : [];
    if (auto && taken) add(taken.on, auto.method.kind, currency, taken.minor);
    else byHand(due_on, promised_on, currency, minor, payments);
  }
  return [...sums.values()]
    .map(({ minor: _, ...each }) => each)
    .toSorted((a, b) => {
      const [one, other] = [`${a.Day ?? ""} ${a.How}`, `${b.Day ?? ""} ${b.How}`];
      return one < other ? -1 : 1;
    });
}
