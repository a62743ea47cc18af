/** What must hold of each document: its lines sum to it and are explained, its VAT, and that it came as it was forecast. */
import { invoices, type InvoiceItem } from "@tradewind/contract/billing/invoices.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { lineProofs, type LineProof } from "@tradewind/contract/ordering/line-proofs.ts";
import type { Payer } from "./billing-people.ts";
import type { BillingWorld } from "./billing-world.ts";

type Line = ResultOf<typeof invoices.byId>["Lines"][number];

/** What the shown arithmetic comes to; undefined where nothing is shown. */
export function outcomeOf({ Working }: LineProof): bigint | undefined {
  if (Working?.Kind === "units") return BigInt(Working.After.Cost.Minor) - BigInt(Working.Before.Cost.Minor);
  if (Working?.Kind === "usage" || Working?.Kind === "billed")
    return BigInt(Working.Whole.Minor) - BigInt(Working.Before.Minor);
  return Working
    ? (BigInt(Working.Charged.Minor) * BigInt(Working.Quantity)) / BigInt(Working.ChargedQuantity)
    : undefined;
}

export async function breachesOfDocument(
  { app }: BillingWorld,
  { person }: Payer,
  document: InvoiceItem,
): Promise<string[]> {
  const found: string[] = [];
  const same = (what: string, one: bigint | undefined, other: bigint) =>
    void (one === other || found.push(`${document.Number}, ${what}: ${one} and ${other}`));
  const minor = (of: { Minor: string } | null) => BigInt(of!.Minor);
  const params = { invoiceId: document.Id };
  const shown = (await app.call(person, invoices.byId, { params })).Result!;
  const lines: Line[] = [...shown.Lines];
  for (let After = shown.Next; After;) {
    const page = (await app.call(person, invoices.lines, { params, query: { After } })).Result!;
    lines.push(...page.Lines);
    After = page.Next;
  }
  const sum = (numbers: readonly bigint[]) => numbers.reduce((all, each) => all + each, 0n);
  same("lines and net", sum(lines.map(({ Net }) => minor(Net))), minor(document.Net));
  same("net by rate and net", sum(shown.Taxes.map(({ Net }) => minor(Net))), minor(document.Net));
  same("VAT by rate and VAT", sum(shown.Taxes.map(({ Vat }) => minor(Vat))), minor(document.Vat));
  same("net with VAT and total", minor(document.Net) + minor(document.Vat), minor(document.Gross));
  for (const { Percent, Net, Vat } of shown.Taxes) {
    const ofRate = sum(lines.flatMap((line) => (line.VatPercent === Percent ? minor(line.Net) : [])));
    same(`lines at ${Percent} %`, ofRate, minor(Net));
    const exact = (Number(minor(Net)) * Number(Percent)) / 100;
    if (Math.abs(exact - Number(minor(Vat))) > 0.5)
      found.push(`${document.Number}, VAT at ${Percent} %: ${minor(Vat)}`);
  }
  for (const line of lines) {
    const proof = await app.call(person, lineProofs.ofLine, { params: { ...params, invoiceLineId: line.Id } });
    same(`explanation of ${line.Description} (${line.Quantity})`, outcomeOf(proof.Result!), minor(line.Net));
  }
  return found;
}

/** What was forecast of a month since something was last ordered is what came, to the penny. */
export function breachesOfForecast(
  { forecasts, person }: Payer,
  documents: readonly InvoiceItem[],
  month: string,
): string[] {
  const came = documents.filter(({ PeriodFrom }) => PeriodFrom === month);
  const of = (part: "Net" | "Vat" | "Gross") => came.reduce((sum, each) => sum + Number(each[part]!.Minor), 0);
  return (forecasts.get(month) ?? []).flatMap((bill) =>
    (["Net", "Vat", "Gross"] as const)
      .filter((part) => Number(bill[part].Minor) !== of(part))
      .map(
        (part) => `${person.email}: ${part} of ${month} was forecast as ${bill[part].Minor}, and came as ${of(part)}`,
      ),
  );
}
