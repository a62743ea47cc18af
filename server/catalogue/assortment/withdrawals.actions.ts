import type { assortment } from "@tradewind/contract/catalogue/assortment.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { announceToAll } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import type { Platform } from "../../platform/platform.ts";
import { lockVersion, saveChange } from "./assortment.actions.ts";
import { layWords } from "./assortment.store.ts";
import { deleteWithdrawal, findWithdrawal, putWithdrawal, turnWithdrawals } from "./withdrawals.store.ts";

type Sent = InputOf<typeof assortment.sell>["body"];

/** Withdraws a product, or one of its offers, for some days, or brings it back at once. Who has it keeps it. */
export async function sell(doing: Doing<OperatorActor>, productId: string, sent: Sent): Promise<void> {
  const { tx, today } = doing;
  const { OfferId: offerId, From, Until } = sent;
  const row = await lockVersion(tx, productId, sent.Version);
  const offer = row.shipped.offers.find(({ id }) => id === offerId);
  if (offerId !== null) orNotFound(offer);
  const what = { productId, offerId };
  const before = await findWithdrawal(tx, what);
  if (From === null && !before) return;
  if (From === null) await deleteWithdrawal(tx, what);
  else {
    const fields = faultsOf(From, Until, today, before?.from_date);
    if (Object.keys(fields).length > 0) throw new AppError("invalidRequest", { fields });
    await putWithdrawal(tx, what, From, Until);
  }
  await turnWithdrawals(tx, today);
  const name = offer ? `${offer.name} (${offer.id}) of ${row.name}` : row.name;
  const days = From && `from ${formatDate(From)} ${Until ? `until ${formatDate(Until)}` : "on"}`;
  await saveChange(doing, productId, row, {
    action: "assortment.sell",
    what: days ? `Withdrew ${name} from sale ${days}` : `Brought ${name} back on sale`,
  });
}

/** A day that has passed can only be kept. */
const faultsOf = (from: string, until: string | null, today: string, before: string | undefined) => ({
  ...(from < today && from !== before && { From: "Must be today or later" }),
  ...(until !== null && until <= from && { Until: "Must be after the first day" }),
  ...(until !== null && until > from && until <= today && { Until: "Must be after today" }),
});

/** Begins and ends withdrawals whose day has come, as part of each business day's work. */
export async function turnSales(platform: Platform, day: string): Promise<void> {
  await platform.database.write({ role: "app_worker" }, async (tx) => {
    const products = await turnWithdrawals(tx, day);
    for (const productId of products) await layWords(tx, productId);
    if (products.length > 0) await announceToAll(tx, ["catalogue"]);
  });
  platform.committed();
}
