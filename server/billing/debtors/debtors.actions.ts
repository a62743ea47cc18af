import type { debtors as contract, DebtorNote } from "@tradewind/contract/billing/debtors.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { format } from "@tradewind/domain/values/money.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Doing } from "../../platform/http.ts";
import { findReseller, insertNote, removeLimit, setLimit, type NoteRow } from "./debtor.store.ts";
import { toNote } from "./debtors.reads.ts";

type Operating = Doing<OperatorActor>;
type Body<Name extends "note" | "promise" | "limit"> = InputOf<(typeof contract)[Name]>["body"];

/** Keeps a note about a debtor. */
export async function addNote(doing: Operating, resellerId: string, { Text }: Body<"note">): Promise<DebtorNote> {
  const { name } = orNotFound(await findReseller(doing.tx, resellerId));
  return keep(doing, resellerId, { kind: "note", words: Text }, `Kept a note about ${name}`);
}

/** Keeps the day on which a debtor promised to pay, or that the promise holds no longer. */
export async function keepPromise(
  doing: Operating,
  resellerId: string,
  { PromisedOn, Text }: Body<"promise">,
): Promise<DebtorNote> {
  const { name } = orNotFound(await findReseller(doing.tx, resellerId));
  if (PromisedOn !== null && PromisedOn < doing.today)
    throw new AppError("invalidRequest", { fields: { PromisedOn: "Must not be in the past" } });
  const what =
    PromisedOn === null
      ? `Withdrew the promise of ${name} to pay`
      : `Kept that ${name} promised to pay on ${formatDate(PromisedOn)}`;
  return keep(doing, resellerId, { kind: "promise", words: Text, promisedOn: PromisedOn }, what);
}

/** Sets a reseller's credit limit, or says that there is none. */
export async function changeLimit(
  doing: Operating,
  resellerId: string,
  { Minor, Text }: Body<"limit">,
): Promise<DebtorNote> {
  const { tx, actor, now } = doing;
  const { name, currency } = orNotFound(await findReseller(tx, resellerId));
  const minor = Minor === null ? null : BigInt(Minor);
  if (minor === null) await removeLimit(tx, resellerId);
  else await setLimit(tx, { resellerId, minor, currency, by: actor.displayName, now });
  const limit = minor === null ? "No credit limit" : `Credit limit of ${format({ minor, currency })}`;
  return keep(doing, resellerId, { kind: "limit", words: `${limit}: ${Text}` }, `${limit} for ${name}: ${Text}`);
}

async function keep(
  { tx, actor, doer, now }: Operating,
  resellerId: string,
  note: { kind: NoteRow["kind"]; words: string; promisedOn?: string | null },
  what: string,
): Promise<DebtorNote> {
  const kept = await insertNote(tx, resellerId, { ...note, by: actor.displayName, now });
  await recordActivity(tx, doer, { action: `debtors.${note.kind}`, what, object: ["reseller", resellerId] });
  return toNote(kept);
}
