import { bankDetailsOf } from "@tradewind/domain/billing/parties.ts";
import { joinDays } from "@tradewind/domain/billing/day-lines.ts";
import { isByTheDay } from "@tradewind/domain/pricing/by-the-day.ts";
import { formatDate, formatLastDay } from "@tradewind/domain/values/date-formats.ts";
import { nameOfCountry } from "@tradewind/domain/values/countries.ts";
import { format } from "@tradewind/domain/values/money.ts";
import {
  attach,
  bytesOf,
  contentWidth,
  ink,
  keepTogether,
  numberPages,
  openDocument,
  page,
  type Document,
  type DocumentBrand,
} from "../../platform/documents.ts";
import { drawCells, drawRule, figures } from "../../platform/document-table.ts";
import { part, within } from "../../platform/document-tags.ts";
import { costText, percentText, quantityText } from "./invoice-wire.ts";
import { drawUbl } from "./invoice-ubl.ts";
import type { DrawnLine, InvoiceRow, Summed, Tax } from "./invoices.store.ts";

/** The seller's look, whoever reads the document. */
const brand: DocumentBrand = { fill: "#3a53d0", text: "#3a53d0", logo: null };

const columnsOf = ([description, period, quantity, unit, vat]: readonly [number, number, number, number, number]) =>
  [
    { title: "Description", width: description, align: "left" },
    { title: "Period", width: period, align: "left" },
    { title: "Qty", width: quantity, align: "right" },
    { title: "Unit", width: unit, align: "right" },
    { title: "VAT", width: vat, align: "right" },
    { title: "Net", width: contentWidth - description - period - quantity - unit - vat, align: "right" },
  ] as const;
/** From template 5 on a period stands on one line. */
const columnsIn = ({ template }: Pick<InvoiceRow, "template">) =>
  columnsOf(template < 5 ? [195, 80, 40, 50, 30] : [178, 121, 38, 46, 30]);

const periodText = (from: string, until: string) =>
  from === until ? formatDate(from) : `${formatDate(from)} to ${formatLastDay(until)}`;

const names: Record<string, string> = { S: "Standard rate", AE: "Reverse charge", O: "Outside the scope" };

/**
 * Draws an issued invoice or credit note as a PDF with everything a UK VAT invoice must show. `summed` is how many
 * lines were summed by product, if they were too many to list, and which documents they correct. From template 4 on it is
 * PDF/A-3 with the e-invoice in it.
 */
export async function drawInvoice(
  row: InvoiceRow,
  lines: readonly DrawnLine[],
  taxes: readonly Tax[],
  summed: Summed | undefined,
): Promise<Buffer> {
  const title = row.kind === "invoice" ? "Invoice" : "Credit note";
  const archival = row.template >= 4;
  const document = await openDocument({
    title: `${title} ${row.number}`,
    made: row.recorded_at,
    brand,
    archival,
    issued: true,
  });
  const amount = (minor: bigint) => format({ minor, currency: row.currency });
  heading(document, row, title);
  drawParties(document, row);
  within(document, "Table", () => {
    let customer = "";
    tableHead(document, row);
    for (const line of row.template < 3 || summed ? lines : withDaysJoined(lines)) {
      const height = line.corrected ? 42 : 28;
      if (line.customer_name !== customer) {
        roomFor(document, row, row.template < 5 ? 44 : height + 16);
        customer = line.customer_name;
        drawCustomer(document, customer);
        // Earlier ones asked again, and stay as they were drawn.
        if (row.template < 5) keepTogether(document, height);
      } else roomFor(document, row, height, customer);
      drawLine(document, row, line, amount);
    }
  });
  if (summed) part(document, "P", () => drawSummed(document, summed));
  drawTotals(document, row, taxes, amount);
  const seller = row.seller;
  numberPages(
    document,
    `${seller.name}. Registered in England and Wales, company number ${seller.companyNumber}. Registered office: ${seller.registeredOffice}.`,
  );
  if (archival)
    attach(document, {
      bytes: await drawUbl(row, lines, taxes, summed),
      name: `${row.number}.xml`,
      description: `${title} ${row.number} as data, by EN 16931`,
      made: row.recorded_at,
    });
  return bytesOf(document);
}

/**
 * Starts a new page unless there is room on this one. From template 5 on the table has its head there too, and says whose
 * lines go on.
 */
function roomFor(document: Document, row: InvoiceRow, height: number, customer?: string): void {
  if (!keepTogether(document, height) || row.template < 5) return;
  tableHead(document, row);
  if (customer) drawCustomer(document, `${customer}, continued`);
}

const drawCustomer = (document: Document, name: string) =>
  inRow(document, "TH", () =>
    document.moveDown(0.4).font("strong").fontSize(9).fillColor(ink.text).text(name, page.margin),
  );

const inRow = (document: Document, type: "TH" | "TD", draw: () => void) =>
  within(document, "TR", () => part(document, type, draw));

const drawSummed = (document: Document, summed: Summed) =>
  document
    .moveDown(0.6)
    .fontSize(8.5)
    .fillColor(ink.muted)
    .text(
      [
        `The ${summed.count} lines of this document are summed by product. Its CSV lists each of them.`,
        ...(summed.corrected.length > 0
          ? [`Credits among them correct ${summed.corrected.map(nameOf).join(", ")}.`]
          : []),
      ].join(" "),
      page.margin,
    );

/** Draws what ran on by the day as one line; its CSV lists each day. */
const withDaysJoined = (lines: readonly DrawnLine[]): DrawnLine[] =>
  joinDays(lines, (line) =>
    isByTheDay(line.description) && !line.corrected
      ? {
          of: [line.customer_name, line.description, line.quantity, line.vat_percent].join("|"),
          from: line.period_from,
          until: line.period_until,
        }
      : undefined,
  ).map((days) => {
    const first = days[0]!;
    if (days.length === 1) return first;
    return {
      ...first,
      description: `${first.description}, ${days.length} days`,
      period_until: days.at(-1)!.period_until,
      unit_cost: days.every((day) => day.unit_cost === first.unit_cost) ? first.unit_cost : null,
      net_minor: days.reduce((sum, day) => sum + day.net_minor, 0n),
    };
  });

function heading(document: Document, row: InvoiceRow, title: string) {
  part(document, "H1", () => document.font("strong").fontSize(20).text(title, page.margin, page.margin));
  part(document, "P", () =>
    document
      .font("strong")
      .fontSize(12)
      .fillColor(brand.text)
      .text(row.number, page.margin, page.margin + 4, { width: contentWidth, align: "right" }),
  );
  document.fillColor(ink.text).moveDown(1.2);
}

function drawParties(document: Document, row: InvoiceRow) {
  const [seller, buyer] = [row.seller, row.buyer];
  const top = document.y;
  const third = contentWidth / 3;
  const column = (index: number, label: string, content: (string | null)[]) => {
    const x = page.margin + index * third;
    part(document, "H2", () => document.font("text").fontSize(8).fillColor(ink.muted).text(label, x, top));
    document.fontSize(9).fillColor(ink.text);
    for (const text of content)
      if (text) part(document, "P", () => document.text(text, x, document.y + 1, { width: third - 12 }));
    return document.y;
  };
  const ends = [
    column(0, "From", [seller.name, ...seller.addressLines, `VAT number ${seller.vatNumber}`]),
    column(1, "To", [
      buyer.name,
      ...buyer.addressLines,
      nameOfCountry(buyer.country),
      buyer.vatNumber && `VAT number ${buyer.vatNumber}`,
    ]),
    column(2, "Dates", [
      `Issued ${formatDate(row.issued_on)}`,
      `Tax point ${formatDate(row.tax_point)}`,
      `Period ${formatDate(row.period_from)} to ${formatLastDay(row.period_until)}`,
      `Due ${formatDate(row.due_on)}`,
    ]),
  ];
  document.x = page.margin;
  document.y = Math.max(...ends) + 18;
}

function tableHead(document: Document, row: InvoiceRow) {
  const columns = columnsIn(row);
  document.font("text").fontSize(8).fillColor(ink.muted);
  drawCells(document, "TH", { columns, texts: columns.map(({ title }) => title), y: document.y });
  drawRule(document);
}

function drawLine(document: Document, row: InvoiceRow, line: DrawnLine, amount: (minor: bigint) => string) {
  document.font("text").fontSize(8.5).fillColor(ink.text);
  drawCells(document, "TD", {
    columns: columnsIn(row),
    texts: [
      line.description,
      periodText(line.period_from, line.period_until),
      quantityText(line),
      line.unit_cost === null ? "" : costText(line.unit_cost),
      `${percentText(line.vat_percent)}%`,
      amount(line.net_minor),
    ],
    y: document.y + 2,
  });
  if (!line.corrected) return;
  const { invoiceId, number, issuedOn, periodFrom, periodUntil } = line.corrected;
  const where = invoiceId === row.id ? "this document" : nameOf({ number, issued_on: issuedOn });
  inRow(document, "TD", () =>
    document
      .fontSize(7.5)
      .fillColor(ink.muted)
      .text(`Corrects the charge for ${periodText(periodFrom, periodUntil)} on ${where}`, page.margin, document.y + 1),
  );
}

const nameOf = ({ number, issued_on }: { number: string; issued_on: string }) =>
  `${number} of ${formatDate(issued_on)}`;

function drawTotals(document: Document, row: InvoiceRow, taxes: readonly Tax[], amount: (minor: bigint) => string) {
  keepTogether(document, 150);
  drawRule(document);
  const total = (label: string, value: string, strong = false) => {
    const y = document.y + 2;
    document
      .font(strong ? "strong" : "text")
      .fontSize(strong ? 11 : 9)
      .fillColor(ink.text);
    part(document, "P", () => {
      document.text(label, page.margin, y, { width: contentWidth - 110, align: "right" });
      document.text(value, page.margin + contentWidth - 100, y, { width: 94, align: "right", features: figures });
    });
    document.x = page.margin;
  };
  total("Net", amount(row.net_minor));
  for (const tax of taxes)
    total(
      `VAT at ${percentText(tax.percent)}% (${names[tax.category]}) on ${amount(tax.net_minor)}`,
      amount(tax.vat_minor),
    );
  total(row.kind === "invoice" ? "Total due" : "Total credited", amount(row.gross_minor), true);
  document.moveDown(0.8).font("text").fontSize(9).fillColor(ink.text);
  const say = (text: string) => part(document, "P", () => document.text(text, page.margin));
  if (row.vat_sterling_minor !== null)
    say(
      `VAT in sterling: ${format({ minor: row.vat_sterling_minor, currency: "GBP" })} at ${Number(row.units_per_pound)} euros for one pound.`,
    );
  if (row.wording) say(row.wording);
  if (row.kind !== "invoice") return;
  document.moveDown(0.6).fillColor(ink.muted);
  say(
    `Please pay by ${formatDate(row.due_on)}. ${bankDetailsOf(row.seller, row.currency).join(", ")}. Quote ${row.number}.`,
  );
}
