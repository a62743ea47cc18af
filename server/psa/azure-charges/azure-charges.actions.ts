import type { InputOf } from "@tradewind/contract/endpoint.ts";
import type { PsaCalls } from "@tradewind/contract/psa/psa.ts";
import type { PsaUpdated } from "@tradewind/contract/psa/updates.ts";
import { chargeName, obstacleWords, reportWords, type ReportKind } from "@tradewind/domain/psa/azure-charges.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { addDays, monthOf, type CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { PsaSyncStatus } from "@tradewind/domain/psa/sync.ts";
import { fileSpendReadOf } from "../../ordering/azure-spend/read-spend.jobs.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { seesPrices, type TenantActor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { mustBeOn } from "../integration/integration.actions.ts";
import { lockConnection, type ConnectionRow } from "../integration/integration.store.ts";
import { askForSync } from "../sync/sync.actions.ts";
import { filePush } from "../push/push.actions.ts";
import { readCharges, type Charge } from "./azure-charges.reads.ts";
import { keepCharges, listMonths, setAzureReport } from "./azure-charges.store.ts";

type Sent = InputOf<PsaCalls["updateAzureCharges"]>["body"];

/** How many days ahead the PSA may bill a charge. */
const daysAhead = 90;

/** Whoever does not see what is paid cannot say that it is charged. */
export function mustSeePrices(actor: TenantActor): void {
  if (!seesPrices(actor)) throw new AppError("pricesHidden");
}

/** Has charges of a month sent to the PSA, all or none: each is a charge of its own there, and none is sent twice. */
export async function sendCharges(doing: Doing<TenantActor>, { date, charges, ...sent }: Sent): Promise<PsaUpdated> {
  const { tx, actor, platform } = doing;
  mustSeePrices(actor);
  await mustBeOn(tx, actor);
  // Whoever sends the same at the same time waits here, and then finds it on its way.
  const connection = (await lockConnection(tx, actor.resellerId))!;
  const today = platform.clock.today();
  const month = monthOf(date).from;
  const onDay = sent.onDay ?? today;
  const chosen = choose(await readCharges(tx, { connection, month, today }), charges);
  const faults = [...wrongDay({ month, onDay, today }), ...chosen.faults];
  if (faults.length === 0)
    await keepCharges(
      tx,
      chosen.charges.map((charge) => rowOf(connection, month, charge)),
    );
  const writes = chosen.charges.map((charge) => writeOf(charge, month, onDay));
  return filePush(doing, connection, { report: "azure", writes, faults });
}

type Days = { month: CalendarDate; onDay: CalendarDate; today: CalendarDate };

function wrongDay({ month, onDay, today }: Days): string[] {
  const last = addDays(today, daysAhead);
  return month <= onDay && onDay <= last
    ? []
    : [`The PSA can bill this from ${formatDate(month)} to ${formatDate(last)}. Choose another day.`];
}

/** Finds what was asked for as it was seen, and says what of it cannot be sent. */
function choose(charges: readonly Charge[], asked: Sent["charges"]): { charges: Charge[]; faults: string[] } {
  if (asked.length === 0) return { charges: [], faults: ["Nothing is selected. Select what is to be sent."] };
  const byId = new Map(charges.map((charge) => [charge.wire.id, charge]));
  const found = new Map<string, Charge>();
  const faults = new Set<string>();
  for (const { id, difference } of asked) {
    const charge = byId.get(id);
    if (!charge) faults.add("Some of these charges are no longer there. Look at the month again.");
    else if (charge.wire.state === "Sent") faults.add(`${labelOf(charge)} is in the PSA already: nothing was sent.`);
    else if (charge.wire.state === "Sending")
      faults.add(`${labelOf(charge)} is on its way to the PSA already: nothing was sent.`);
    else if (charge.wire.state === "Blocked")
      faults.add(`${labelOf(charge)}: ${obstacleWords[charge.wire.obstacle!]}.`);
    else if (charge.wire.difference.Minor !== difference.Minor || charge.place.currency !== difference.Currency)
      faults.add(`${labelOf(charge)} has changed since. Look at it again.`);
    else found.set(id, charge);
  }
  return { charges: [...found.values()], faults: [...faults] };
}

const labelOf = ({ wire }: Charge) =>
  `${wire.cmCustomer.name}, ${wire.subscription.name}${wire.part === null ? "" : `, ${wire.part}`}`;

/** What is sent of a charge after it arrived is another write; one that did not is the same again. */
const keyOf = ({ wire, times }: Charge) => `${wire.id} ${times + 1}`;

const rowOf = ({ reseller_id, source }: ConnectionRow, month: CalendarDate, charge: Charge) => ({
  reseller_id,
  source,
  key: keyOf(charge),
  charge_id: charge.wire.id,
  subscription_id: charge.place.id,
  month,
  kind: charge.wire.kind,
  part: charge.wire.part,
  resource_group: charge.wire.group,
  resource: charge.wire.resource,
  meter: charge.wire.meter,
  currency: charge.place.currency,
});

const writeOf = (charge: Charge, month: CalendarDate, onDay: CalendarDate) => ({
  kind: "charge" as const,
  key: keyOf(charge),
  agreement_ref: charge.place.agreement_ref!,
  product_ref: charge.place.product_ref!,
  name: chargeName({
    subscription: charge.place.name,
    part: charge.wire.part,
    month,
    currency: charge.place.currency,
    isCorrection: charge.wire.sent.Minor !== "0",
  }),
  target_quantity: "1",
  unit_price: decimalOf(charge.wire.difference.Minor),
  on_day: onDay,
});

/** Writes pennies as pounds. */
function decimalOf(minor: string): string {
  const digits = minor.replace("-", "").padStart(3, "0");
  return `${minor.startsWith("-") ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Has the charges in the PSA read anew, or joins a reading that is under way; with a date, what Azure cost in its month is
 * read at the vendor as well.
 */
export async function refreshCharges(
  doing: Doing<TenantActor>,
  date: CalendarDate | undefined,
): Promise<PsaSyncStatus> {
  const { tx, actor, platform } = doing;
  const { resellerId } = actor;
  const { source } = await mustBeOn(tx, actor);
  const month = date === undefined ? undefined : monthOf(date).from;
  if (month !== undefined && !(await listMonths(tx, { resellerId, source })).includes(month))
    throw new AppError("notFound");
  const status = await askForSync(doing, "azureReport", "Manual");
  if (status === "New" && month !== undefined) await fileSpendReadOf(tx, platform, { resellerId, month });
  return status;
}

/** Says by what months are charged of which nothing was sent. */
export async function changeReport({ tx, actor, doer }: Doing<TenantActor>, kind: ReportKind): Promise<ReportKind> {
  await mustBeOn(tx, actor);
  await setAzureReport(tx, actor.resellerId, kind);
  await announce(tx, actor.resellerId, ["psa"]);
  await recordActivity(tx, doer, {
    action: "psa.azure",
    what: `Has Azure charged ${reportWords[kind].toLowerCase()} in the PSA`,
    object: ["reseller", actor.resellerId],
  });
  return kind;
}
