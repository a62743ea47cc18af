import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { brandWords } from "@tradewind/domain/billing/payment-methods.ts";
import { type CalendarDate, monthOf } from "@tradewind/domain/values/dates.ts";
import type { StoredMethod } from "@tradewind/vendors/method-vault.ts";
import { VendorUnavailable } from "@tradewind/vendors/vendor.ts";
import { z } from "zod";
import { recordActivity } from "../../platform/activity.store.ts";
import type { Tx } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import { job, TryLater } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { notify } from "../../portal/notifications/notifications.store.ts";
import { closeMethods, type MethodRow, payByHandInsteadOf } from "./payment-methods.store.ts";
import { listToWatch, markLooked } from "./watch-methods.store.ts";

const worker = { role: "app_worker" } as const;
const minute = 60_000;
/** Methods that are read before what is left is looked for again. */
const atOnce = 50;

/** Looks at every stored method where it is kept, once on a business day: it may have been removed, ended or renewed there. */
export const watchMethods = job({
  queue: "methods.look",
  payload: z.object({ day: z.string() }),

  async run({ platform }: { platform: Platform }, { day }) {
    const { vault, database, clock } = platform;
    if (!vault) return;
    // What the vault refuses holds up no other.
    const refused: string[] = [];
    for (;;) {
      const rows = await database.read(worker, (db) =>
        listToWatch(db, vault.id, { day, except: refused, most: atOnce }),
      );
      if (rows.length === 0) break;
      for (const row of rows) {
        // No transaction is open while the vault works.
        const found = await vault.read(row.gateway_ref).catch((error: unknown) => {
          if (error instanceof VendorUnavailable) throw new TryLater(minute, error.message);
          platform.log.warn({ err: error, method: row.id }, "A payment method could not be looked at");
          return "refused" as const;
        });
        if (found === "refused") {
          refused.push(row.id);
          continue;
        }
        await database.write(worker, (tx) =>
          settleMethod(tx, row, found, { day, now: clock.now(), vault: vault.name }),
        );
      }
      platform.committed();
    }
    if (refused.length > 0) throw new Error(`${vault.name} refused to say how ${refused.length} payment methods stand`);
  },
});

type Looked = { day: CalendarDate; now: Date; vault: string };

async function settleMethod(tx: Tx, row: MethodRow, found: StoredMethod | undefined, looked: Looked): Promise<void> {
  const change = found?.isActive
    ? {
        last_four: found.lastFour ?? row.last_four,
        expiry_month: found.expires?.month ?? row.expiry_month,
        expiry_year: found.expires?.year ?? row.expiry_year,
      }
    : {};
  // Another worker was faster.
  if (!(await markLooked(tx, row, { ...change, looked_on: looked.day }))) return;
  const isClosed = !found?.isActive && (await closeMethods(tx, row.reseller_id, [row.id], looked.now)).length > 0;
  const byHand =
    isClosed && (await payByHandInsteadOf(tx, row.reseller_id, row.id))
      ? " Automatic payment is off until you choose another one."
      : "";
  const changed = { ...row, ...change };
  const news = isClosed
    ? `${wordsOf(row)} is not stored at ${looked.vault} any more, and cannot be charged.${byHand}`
    : expiryNews(changed, row.looked_on, looked.day);
  const isNew = Object.entries(changed).some(([name, value]) => row[name as keyof MethodRow] !== value);
  if (news !== undefined || isNew) await announce(tx, row.reseller_id, ["paymentMethods", "myBusiness"]);
  if (news === undefined) return;
  await recordActivity(
    tx,
    { resellerId: row.reseller_id, actor: null, now: looked.now },
    { action: "paymentMethods.watch", what: news, object: ["reseller", row.reseller_id] },
  );
  await notify(tx, {
    resellerId: row.reseller_id,
    category: "Billing",
    content: news,
    link: linkTo(screens.paymentOptions, {}),
    view: "billing",
    kinds: ["reseller", "engineer"],
    customerId: null,
    now: looked.now,
  });
}

/**
 * Says on the first of a month which cards expire at its end, and which did with the last; later in the month where the card was
 * not looked at since.
 */
function expiryNews(row: MethodRow, lookedOn: CalendarDate | null, day: CalendarDate): string | undefined {
  const { from } = monthOf(day);
  if (row.kind !== "card" || row.expiry_month === null || row.expiry_year === null) return undefined;
  if (lookedOn === null ? day !== from : lookedOn >= from) return undefined;
  const expires = row.expiry_year * 12 + row.expiry_month;
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  if (expires === month) return `${wordsOf(row)} expires at the end of this month. Please add another one.`;
  if (expires === month - 1) return `${wordsOf(row)} has expired, and will be declined. Please add another one.`;
  return undefined;
}

const wordsOf = ({ kind, brand, last_four: ending }: MethodRow): string => {
  const name = kind === "card" ? (brand ? brandWords[brand] : "Your card") : "Your bank account";
  return ending === null ? name : `${name} ending ${ending}`;
};

/** Has every stored method looked at. */
export async function fileMethodLooks({ database, jobs }: Platform, day: CalendarDate): Promise<void> {
  await database.write(worker, (tx) => jobs.file(tx, "methods.look", { day }));
}
