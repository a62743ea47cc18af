import type { InputOf } from "@tradewind/contract/endpoint.ts";
import type { numberStock } from "@tradewind/contract/ordering/number-stock.ts";
import { blockOf, countryOfArea } from "@tradewind/domain/ordering/resources.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Tx } from "../../platform/db.ts";
import type { Doing } from "../../platform/http.ts";
import {
  deleteRange,
  insertRange,
  listRanges,
  lockRange,
  reserveNumbers,
  type RangeRow,
} from "./number-stock.store.ts";

/** Reserves the numbers that an order wants, and refuses it if there are too few. `fieldOf` names a line's answer. */
export async function takeNumbers(
  tx: Tx,
  resellerId: string,
  orderId: string,
  now: Date,
  fieldOf = (_subscriptionId: string, name: string) => name,
): Promise<void> {
  const short = (await reserveNumbers(tx, resellerId, orderId, now)).filter((line) => line.reserved < line.wanted);
  if (short.length > 0)
    throw new AppError("invalidRequest", {
      fields: Object.fromEntries(
        short.map(({ subscription_id, asked_by, area, reserved }) => [
          fieldOf(subscription_id, asked_by),
          reserved === 0 ? `No numbers of ${area} are free` : `Only ${reserved} blocks of ${area} are free`,
        ]),
      ),
    });
}

/** Takes a range of numbers into stock. */
export async function addRange(
  { tx, doer, now }: Doing<OperatorActor>,
  { Country, AreaCode, First, Count }: InputOf<typeof numberStock.add>["body"],
): Promise<RangeRow> {
  // An order asks for an area by its code alone, so no code may belong to both countries.
  if (Country === "IE" && countryOfArea(AreaCode) === "GB")
    throw new AppError("invalidRequest", { fields: { AreaCode: "Is a British area code as well" } });
  if (Country === "GB" && countryOfArea(AreaCode) === "IE")
    throw new AppError("invalidRequest", { fields: { AreaCode: "Must be a British area code, as in 0117" } });
  const numbers = blockOf(First, Country, Count);
  const area = blockOf(`${AreaCode}000000`, Country, 1)?.from.toString().slice(0, -6);
  if (!numbers || !area || !numbers.from.toString().startsWith(area))
    throw new AppError("invalidRequest", {
      fields: { First: "Must be a telephone number that begins with the area code" },
    });
  const id = await insertRange(tx, AreaCode, numbers, now);
  if (id === undefined)
    throw new AppError("invalidRequest", {
      fields: { First: "Some of these numbers are in stock or being ported already" },
    });
  await recordActivity(tx, doer, {
    action: "numberStock.add",
    what: `Took ${Count.toLocaleString("en-GB")} numbers of ${AreaCode} into stock`,
    object: ["stock", null],
  });
  return (await listRanges(tx, now, id))[0]!;
}

/** Withdraws a range of which nothing is held or rests. */
export async function withdrawRange({ tx, doer, now }: Doing<OperatorActor>, id: string): Promise<{ Id: string }> {
  orNotFound(await lockRange(tx, id));
  // Read once it is locked: what was reserved of it meanwhile is seen.
  const range = orNotFound((await listRanges(tx, now, id))[0]);
  if (range.held + range.resting > 0) throw new AppError("numbersInUse");
  await deleteRange(tx, id);
  await recordActivity(tx, doer, {
    action: "numberStock.withdraw",
    what: `Withdrew ${(Number(range.after) - Number(range.first)).toLocaleString("en-GB")} numbers of ${range.area_code} from stock`,
    object: ["stock", null],
  });
  return { Id: id };
}
