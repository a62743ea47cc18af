import type { creditCodes } from "@tradewind/contract/billing/credit-codes.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { codeLength, codeLetters, givenAlone, spacedCode } from "@tradewind/domain/billing/credit.ts";
import { format } from "@tradewind/domain/values/money.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Doing } from "../../platform/http.ts";
import { randomBelow } from "../../platform/random.ts";
import { findReseller, insertCode, lockCode, updateCode, type CodeRow } from "./credit-codes.store.ts";
import { hashOfCode } from "./credit.actions.ts";

const fault = (field: string, message: string) => new AppError("invalidRequest", { fields: { [field]: message } });

/** Issues a code. It is in this answer and nowhere else. */
export async function issueCode(
  { tx, actor, doer, now, today }: Doing<OperatorActor>,
  { Amount, ResellerId, ValidUntil, Reason }: InputOf<typeof creditCodes.issue>["body"],
) {
  const reseller = ResellerId === undefined ? undefined : await findReseller(tx, ResellerId);
  if (ResellerId !== undefined && !reseller) throw fault("ResellerId", "Must be a reseller");
  if (reseller && reseller.currency !== Amount.Currency)
    throw fault("Amount", `Must be in ${reseller.currency}, the currency of ${reseller.name}`);
  if (ValidUntil < today) throw fault("ValidUntil", "Must not be in the past");
  const code = Array.from({ length: codeLength }, () => codeLetters[randomBelow(codeLetters.length)]).join("");
  const minor = BigInt(Amount.Minor);
  const needsApproval = minor > givenAlone;
  const { id } = await insertCode(tx, {
    hash: hashOfCode(code),
    hint: code.slice(-4),
    amount_minor: minor,
    currency: Amount.Currency,
    only_for: ResellerId ?? null,
    valid_until: ValidUntil,
    reason: Reason,
    issued_by: actor.displayName,
    issued_by_id: actor.personId,
    issued_at: now,
    needs_approval: needsApproval,
  });
  const whose = reseller ? `, for ${reseller.name} only` : "";
  await recordActivity(tx, doer, {
    action: "credit.issue",
    what: `Issued a code for ${format({ minor, currency: Amount.Currency })} of credit, ending ${code.slice(-4)}${whose}: ${Reason}`,
    object: ["creditCode", id],
  });
  return { Id: id, Code: spacedCode(code), NeedsApproval: needsApproval };
}

const wordsOf = ({ amount_minor: minor, currency, hint }: CodeRow) =>
  `the code for ${format({ minor, currency })} of credit, ending ${hint}`;

/** Approves a code, which somebody else must have issued. */
export async function approveCode({ tx, actor, doer, now, today }: Doing<OperatorActor>, id: string): Promise<void> {
  const row = orNotFound(await lockCode(tx, id, today));
  if (row.state !== "waiting") throw new AppError("creditCodeOver");
  if (row.issued_by_id === actor.personId) throw new AppError("creditCodeOwn");
  await updateCode(tx, id, { approved_by: actor.displayName, approved_by_id: actor.personId, approved_at: now });
  await recordActivity(tx, doer, {
    action: "credit.approve",
    what: `Approved ${wordsOf(row)}`,
    object: ["creditCode", id],
  });
}

export async function withdrawCode({ tx, actor, doer, now, today }: Doing<OperatorActor>, id: string): Promise<void> {
  const row = orNotFound(await lockCode(tx, id, today));
  if (row.state !== "waiting" && row.state !== "open") throw new AppError("creditCodeOver");
  await updateCode(tx, id, { withdrawn_by: actor.displayName, withdrawn_at: now });
  await recordActivity(tx, doer, {
    action: "credit.withdraw",
    what: `Withdrew ${wordsOf(row)}`,
    object: ["creditCode", id],
  });
}
