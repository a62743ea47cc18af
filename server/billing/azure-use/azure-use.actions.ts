import { chargeParts, priceOfUse } from "@tradewind/domain/pricing/azure-use.ts";
import { formatMonth } from "@tradewind/domain/values/date-formats.ts";
import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import { formatDecimal, parseDecimal, type DecimalString } from "@tradewind/domain/values/decimal.ts";
import { rulesOfCustomer } from "../../catalogue/offers/price-rules.store.ts";
import type { Tx } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import type { Platform } from "../../platform/platform.ts";
import {
  chargeUse,
  listCharged,
  listMonthsApart,
  listUsed,
  takeLines,
  type ChargedMeter,
  type NewCharge,
  type UsedLine,
  type UsedSubscription,
} from "./azure-use.store.ts";

const worker = { role: "app_worker" } as const;
/** Subscriptions charged in one transaction. */
const atOnce = 20;

/**
 * Charges the use of Azure that a vendor's file bills: a charge for each subscription, month and meter. Begun again, it goes
 * on where it stopped. What would come to less than nothing is left to the operator, who sees it where bills are compared.
 */
export async function chargeAzureUse(
  platform: Platform,
  invoiceId: string,
  isOurs: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { database } = platform;
  const used = await database.read(worker, (db) => listUsed(db, invoiceId));
  for (const [resellerId, own] of Map.groupBy(used, ({ reseller_id }) => reseller_id)) {
    let again: readonly CalendarDate[] = [];
    for (let first = 0; first < own.length; first += atOnce) {
      const some = own.slice(first, first + atOnce);
      again = await database.write(worker, async (tx) => {
        await isOurs(tx);
        return chargeSome(platform, tx, { invoiceId, resellerId, some, again });
      });
      platform.committed();
    }
  }
}

/** `again` are the months that are read again already, which is done for a whole reseller. */
type Some = {
  invoiceId: string;
  resellerId: string;
  some: readonly UsedSubscription[];
  again: readonly CalendarDate[];
};

async function chargeSome({ clock, jobs, log }: Platform, tx: Tx, { invoiceId, resellerId, some, again }: Some) {
  const lines = Map.groupBy(await takeLines(tx, invoiceId, resellerId, some), ({ id }) => id);
  const used = some.filter(({ id }) => lines.has(id));
  const [{ vendor } = { vendor: "" }] = used;
  if (used.length === 0) return again;
  const ids = used.map(({ id }) => id);
  const charged = Map.groupBy(await listCharged(tx, resellerId, ids), ({ id }) => id);
  const charges: NewCharge[] = [];
  for (const subscription of used) {
    const { id, customer_id: customerId, offer_id: offerId } = subscription;
    const priceOf = priceOfUse(await rulesOfCustomer(tx, { resellerId, customerId }, { offerIds: [offerId] }));
    for (const [month, ofMonth] of Map.groupBy(lines.get(id)!, (line) => line.month)) {
      const before = (charged.get(id) ?? []).filter((each) => each.month === month);
      const { parts, leftOut } = addToMonth(before, metersOf(ofMonth, priceOf));
      charges.push(...parts.map((part) => ({ ...part, subscription, description: describe(subscription, part) })));
      if (leftOut.length > 0)
        log.warn({ invoiceId, subscription: id, month, meters: leftOut }, "Azure gives back more than was charged");
    }
  }
  const now = clock.now();
  await chargeUse(tx, invoiceId, charges, now.toISOString().slice(0, 10), now);
  const apart = (await listMonthsApart(tx, resellerId, ids, invoiceId)).filter((month) => !again.includes(month));
  for (const month of apart) await jobs.file(tx, "vendors.spend", { vendor, again: { resellerId, month } });
  await announce(tx, resellerId, ["services", "dashboard", "azureSpend"]);
  return [...again, ...apart];
}

type Meter = Pick<NewCharge, "month" | "until" | "meter" | "quantity" | "cost" | "price"> & { name: string };

/** Adds up the lines of each meter, each at the price of its day. */
const metersOf = (lines: readonly UsedLine[], priceOf: ReturnType<typeof priceOfUse>): Meter[] =>
  [...Map.groupBy(lines, ({ meter }) => meter).values()].map((ofMeter) => {
    const { month, until, meter, name } = ofMeter[0]!;
    const sumOf = (amountOf: (line: UsedLine) => DecimalString) =>
      formatDecimal(
        ofMeter.reduce((sum, line) => sum + parseDecimal(amountOf(line)), 0n),
        8,
      );
    return {
      month,
      until,
      meter,
      name,
      quantity: sumOf(({ quantity }) => quantity),
      cost: sumOf(({ cost }) => cost),
      price: sumOf(priceOf),
    };
  });

/** Charges meters on top of what is charged of their month, but no meter to less than nothing. */
function addToMonth(before: readonly ChargedMeter[], meters: readonly Meter[]) {
  const charged = new Map(before.map((each) => [each.meter, each]));
  const isOwed = ({ meter, cost }: Meter) => parseDecimal(cost) + parseDecimal(charged.get(meter)?.cost ?? "0") >= 0n;
  const sumOf = (amountOf: (each: ChargedMeter) => bigint) => before.reduce((sum, each) => sum + amountOf(each), 0n);
  const soFar = {
    cost: sumOf(({ cost }) => parseDecimal(cost)),
    price: sumOf(({ price }) => parseDecimal(price)),
    minor: sumOf(({ minor }) => minor),
    saleMinor: sumOf(({ sale_minor: sale }) => sale),
  };
  return {
    parts: chargeParts(soFar, meters.filter(isOwed)).map((part) => ({
      ...part,
      corrects: charged.get(part.meter)?.first ?? null,
    })),
    leftOut: meters.filter((each) => !isOwed(each)).map(({ name }) => name),
  };
}

const describe = ({ name }: UsedSubscription, part: Meter & { corrects: string | null }) =>
  `${name}, ${part.name}, ${formatMonth(part.month)}${part.corrects === null ? "" : ", corrected"}`;
