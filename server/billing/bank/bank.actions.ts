import type { bank as contract, BankLineItem } from "@tradewind/contract/billing/bank.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import type { BankLineState } from "@tradewind/domain/billing/bank-matches.ts";
import { format } from "@tradewind/domain/values/money.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Doing } from "../../platform/http.ts";
import { proposeFor, toLines } from "./bank.reads.ts";
import {
  decideLine,
  findInvoices,
  findLine,
  findLines,
  findResellers,
  insertAllocations,
  undoAllocations,
  type LineRow,
} from "./bank.store.ts";

type Sent<Name extends keyof typeof contract> = InputOf<(typeof contract)[Name]>;
type Part = { resellerId: string; invoiceId: string | null; minor: bigint };

/** Says for whom a transfer is. The worker posts it: what was paid meanwhile otherwise goes to the payer's credit. */
export async function allocate(
  doing: Doing<OperatorActor>,
  id: string,
  { Version, Shares }: Sent<"allocate">["body"],
): Promise<BankLineItem> {
  const line = orNotFound(await findLine(doing.tx, id));
  if (line.state !== "open" || line.version !== Version) throw new AppError("bankLineDecided");
  const parts = Shares.map((share) => ({
    resellerId: share.ResellerId,
    invoiceId: share.InvoiceId,
    minor: BigInt(share.Minor),
  }));
  const fault = await faultOf(doing, line, parts);
  if (fault) throw new AppError("invalidRequest", { fields: { Shares: fault } });
  await keep(doing, line, parts);
  await recordActivity(doing.tx, doing.doer, {
    action: "bank.allocate",
    what: `Allocated ${wordsOf(line)}`,
    object: ["bankLine", id],
  });
  return shown(doing, id);
}

async function faultOf(
  { tx }: Doing<OperatorActor>,
  line: LineRow,
  parts: readonly Part[],
): Promise<string | undefined> {
  const sum = parts.reduce((all, { minor }) => all + minor, 0n);
  if (sum !== line.amount_minor)
    return `Must add up to ${format({ minor: line.amount_minor, currency: line.currency })}`;
  const places = parts.map(({ resellerId, invoiceId }) => `${resellerId} ${invoiceId}`);
  if (new Set(places).size < places.length) return "Must name each invoice once";
  const wanted = parts.flatMap(({ resellerId, invoiceId }) =>
    invoiceId === null ? [] : [{ reseller: resellerId, invoice: invoiceId }],
  );
  const resellerIds = [...new Set(parts.map(({ resellerId }) => resellerId))];
  const [invoices, resellers] = [await findInvoices(tx, wanted), await findResellers(tx, resellerIds)];
  if (invoices.size < wanted.length || resellers.length < resellerIds.length) throw new AppError("notFound");
  if (resellers.some(({ currency }) => currency !== line.currency))
    return `Must be of resellers who pay in ${line.currency}`;
  const over = parts.find(({ invoiceId, minor }) => invoiceId !== null && minor > invoices.get(invoiceId)!.openMinor);
  return over && `Must be at most what is open on ${invoices.get(over.invoiceId!)!.number}`;
}

async function keep(
  { tx, actor, now, platform }: Doing<OperatorActor>,
  line: LineRow,
  parts: readonly Part[],
): Promise<void> {
  const decided = await decideLine(tx, line, { state: "allocated", by: actor.displayName, reason: null, now });
  if (!decided) throw new AppError("bankLineDecided");
  const rows = parts.map(({ resellerId, invoiceId, minor }) => ({
    line_id: line.id,
    reseller_id: resellerId,
    invoice_id: invoiceId,
    currency: line.currency,
    amount_minor: minor,
  }));
  await insertAllocations(tx, rows, actor.displayName, now);
  await platform.jobs.file(tx, "bank.post", { lineId: line.id });
}

/** Allocates those lines whose proposals are certain still; the others are left as they are. */
export async function allocateCertain(
  doing: Doing<OperatorActor>,
  ids: readonly string[],
): Promise<{ Allocated: number; Left: number }> {
  const lines = await findLines(doing.tx, [...new Set(ids)]);
  // Each is taken off what is open before the next is looked at: two transfers do not pay one invoice.
  const taken = new Set<string>();
  const proposals = await proposeFor(doing.tx, lines);
  let allocated = 0;
  for (const line of lines) {
    const match = proposals.get(line.id);
    const invoices = match?.shares.flatMap(({ invoice }) => invoice?.id ?? []) ?? [];
    if (match?.certainty !== "certain" || invoices.some((id) => taken.has(id))) continue;
    for (const id of invoices) taken.add(id);
    const parts = match.shares.map(({ resellerId, invoice, minor }) => ({
      resellerId,
      invoiceId: invoice?.id ?? null,
      minor,
    }));
    await keep(doing, line, parts);
    allocated++;
  }
  await recordActivity(doing.tx, doing.doer, {
    action: "bank.allocateCertain",
    what: `Allocated ${allocated} bank transfers whose proposals were certain`,
    object: ["bankLine", lines[0]?.id ?? ids[0]!],
  });
  return { Allocated: allocated, Left: lines.length - allocated };
}

/** Sets a transfer aside that is no payment, or undoes what was decided of one: the worker takes back what was posted. */
export async function decide(
  doing: Doing<OperatorActor>,
  id: string,
  task: "setAside" | "reopen",
  { Version, Reason }: Sent<"setAside">["body"],
): Promise<BankLineItem> {
  const { tx, actor, now, doer, platform } = doing;
  const line = orNotFound(await findLine(tx, id));
  const from: readonly BankLineState[] = task === "setAside" ? ["open"] : ["allocated", "setAside"];
  const state = task === "setAside" ? "setAside" : "open";
  const decision = { state, by: actor.displayName, reason: Reason, now } as const;
  if (!from.includes(line.state) || line.version !== Version || !(await decideLine(tx, line, decision)))
    throw new AppError("bankLineDecided");
  if (line.state === "allocated") {
    await undoAllocations(tx, id, now);
    await platform.jobs.file(tx, "bank.post", { lineId: id });
  }
  const verb =
    task === "setAside" ? "Set aside" : line.state === "allocated" ? "Undid the allocation of" : "Opened again";
  await recordActivity(tx, doer, {
    action: `bank.${task}`,
    what: `${verb} ${wordsOf(line)}: ${Reason}`,
    object: ["bankLine", id],
  });
  return shown(doing, id);
}

const wordsOf = ({ amount_minor, currency, payer }: LineRow) =>
  `a bank transfer of ${format({ minor: amount_minor, currency })}${payer ? ` from ${payer}` : ""}`;

async function shown({ tx }: Doing<OperatorActor>, id: string): Promise<BankLineItem> {
  const [line] = await toLines(tx, [(await findLine(tx, id))!]);
  return line!;
}
