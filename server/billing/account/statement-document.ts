import type { statementKinds } from "@tradewind/contract/billing/account.ts";
import { accountEventWords } from "@tradewind/domain/billing/account-events.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { format } from "@tradewind/domain/values/money.ts";
import {
  bytesOf,
  contentWidth,
  ink,
  keepTogether,
  numberPages,
  openDocument,
  page,
  type Document,
} from "../../platform/documents.ts";
import { drawCells, drawRule, figures, type TableColumn } from "../../platform/document-table.ts";
import { part, within } from "../../platform/document-tags.ts";
import type { Owner } from "./account.store.ts";
import type { EventRow, OpenRow, Period } from "./statement.store.ts";

type Statement = Owner &
  Period & {
    name: string;
    opening: bigint;
    closing: bigint;
    made: Date;
    activity: readonly EventRow[];
    open: readonly OpenRow[];
  };
type Row = readonly string[];

/** The marketplace's look, as of its invoices. */
const brand = { fill: "#3a53d0", text: "#3a53d0", logo: null };

const heads = {
  activity: ["Date", "What", "Amount", "Credit", "Balance"],
  outstanding: ["Due", "Document", "Days late", "Owed", "Credit"],
} as const;
const columns = [70, contentWidth - 325, 85, 85, 85].map((width, at): TableColumn => ({
  width,
  align: at < 2 ? "left" : "right",
}));

/** Draws a statement of account: what happened in a period, or what is open at the end of its last day. */
export async function drawStatement(kind: (typeof statementKinds)[number], statement: Statement): Promise<Buffer> {
  const title = kind === "activity" ? "Statement of account" : "Open items";
  const { name, currency, from, until, made } = statement;
  const document = await openDocument({ title: `${title}, ${name}`, made, brand, archival: true });
  const amount = (minor: bigint) => format({ minor, currency });
  const days =
    kind === "activity" ? `${formatDate(from)} to ${formatDate(until)}` : `At the end of ${formatDate(until)}`;
  part(document, "H1", () => document.font("strong").fontSize(20).text(title, page.margin, page.margin));
  part(document, "P", () => document.font("text").fontSize(10).text(name).text(`${days}, in ${currency}`));
  document.moveDown(1);
  within(document, "Table", () => {
    const head = () => {
      drawRow(document, "TH", heads[kind]);
      drawRule(document);
    };
    head();
    for (const row of kind === "activity" ? activityOf(statement, amount) : openOf(statement, amount)) {
      if (keepTogether(document, 20)) head();
      drawRow(document, "TD", row);
    }
    drawRule(document);
  });
  const [label, total] =
    kind === "activity" ? ["Balance at the end", statement.closing] : ["Balance", sumOf(statement)];
  keepTogether(document, 30);
  part(document, "P", () =>
    document
      .font("strong")
      .fontSize(11)
      .text(`${label}: ${amount(total)}`, page.margin, document.y + 4, {
        width: contentWidth,
        align: "right",
        features: figures,
      }),
  );
  numberPages(document, `${title}, ${name}`);
  return bytesOf(document);
}

const sumOf = ({ open }: Statement) => open.reduce((sum, { owed }) => sum + owed, 0n);

const activityOf = ({ from, opening, activity }: Statement, amount: (minor: bigint) => string): Row[] => [
  [formatDate(from), "Owed before", "", "", amount(opening)],
  ...activity.map((row) => [
    formatDate(row.day),
    [accountEventWords(row.kind, row.amount, row.credit), row.number ?? ""].join(" "),
    row.amount === 0n ? "" : amount(row.amount),
    row.credit === 0n ? "" : amount(row.credit),
    amount(row.balance),
  ]),
];

const names = { invoice: "Invoice", creditMemo: "Credit memo", credit: "Credit" } as const;

const openOf = ({ open }: Statement, amount: (minor: bigint) => string): Row[] =>
  open.map((row) => [
    row.due_on === null ? "" : formatDate(row.due_on),
    [names[row.kind], row.number ?? ""].join(" "),
    row.is_owed && row.late! > 0 ? String(row.late) : "",
    row.is_owed ? amount(row.owed) : "",
    row.is_owed ? "" : amount(row.owed),
  ]);

function drawRow(document: Document, type: "TH" | "TD", texts: Row) {
  document
    .font("text")
    .fontSize(type === "TH" ? 8 : 9)
    .fillColor(type === "TH" ? ink.muted : ink.text);
  drawCells(document, type, { columns, texts, y: document.y + 2 });
}
