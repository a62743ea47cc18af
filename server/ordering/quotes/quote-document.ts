import { counted } from "@tradewind/domain/catalogue/units.ts";
import {
  quoteNumber,
  quotePaid,
  quotePer,
  quotedAmount,
  quoteSums,
  quoteTerms,
} from "@tradewind/domain/ordering/quotes.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { format, formatRate, type Currency } from "@tradewind/domain/values/money.ts";
import {
  bytesOf,
  contentWidth,
  ink,
  keepTogether,
  numberPages,
  openDocument,
  page,
  postalLines,
  type Document,
  type DocumentBrand,
  type PostalAddress,
} from "../../platform/documents.ts";
import { figures } from "../../platform/document-table.ts";
import type { KeptLine } from "./quote-orders.store.ts";

export type QuoteDocument = {
  number: number;
  title: string;
  message: string;
  recipient: string;
  currency: Currency;
  validUntil: string;
  /** Business days. */
  madeOn: string;
  made: Date;
  isDraft: boolean;
  orders: readonly { customerName: string; lines: readonly KeptLine[] }[];
  reseller: PostalAddress & {
    name: string;
    company_number: string | null;
    vat_number: string | null;
  };
  brand: DocumentBrand;
};

const columns = [
  { title: "Product", width: 190, align: "left" },
  { title: "Fixed for", width: 60, align: "left" },
  { title: "Quantity", width: 70, align: "right" },
  { title: "Price", width: 93, align: "right" },
  { title: "Net", width: contentWidth - 413, align: "right" },
] as const;

/** Draws a quote as a PDF in the reseller's look. It names no cost: it goes to the customer. */
export async function drawQuote(quote: QuoteDocument): Promise<Buffer> {
  const number = quoteNumber(quote.number);
  const { brand, reseller } = quote;
  const document = await openDocument({
    title: `Quote ${number}: ${quote.title}`,
    made: quote.made,
    brand,
    author: reseller.name,
  });
  drawHead(document, quote, number);
  tableHead(document);
  for (const { customerName, lines } of byCustomer(quote.orders)) {
    if (keepTogether(document, 60)) tableHead(document);
    drawCustomer(document, customerName);
    for (const line of lines) {
      if (keepTogether(document, 40)) {
        tableHead(document);
        drawCustomer(document, `${customerName}, continued`);
      }
      drawLine(document, line, quote.currency);
    }
  }
  drawSums(document, quote);
  numberPages(document, [`Quote ${number}`, reseller.name, ...registration(reseller)].join(" · "));
  return bytesOf(document);
}

const byCustomer = (orders: QuoteDocument["orders"]) =>
  [...Map.groupBy(orders, ({ customerName }) => customerName)].map(([customerName, theirs]) => ({
    customerName,
    lines: theirs.flatMap(({ lines }) => lines),
  }));

const registration = ({ company_number, vat_number }: QuoteDocument["reseller"]) => [
  ...(company_number ? [`Company number ${company_number}`] : []),
  ...(vat_number ? [`VAT number ${vat_number}`] : []),
];

function drawHead(document: Document, quote: QuoteDocument, number: string) {
  const { reseller, brand } = quote;
  document.font("strong").fontSize(9).fillColor(brand.text).text(`Quote ${number}`, page.margin, page.margin);
  document
    .font("strong")
    .fontSize(20)
    .fillColor(ink.text)
    .text(quote.title, { width: contentWidth - 180 });
  if (quote.isDraft)
    document.moveDown(0.2).font("strong").fontSize(10).fillColor(ink.muted).text("Draft: not an offer yet");
  document.moveDown(0.8);
  const top = document.y;
  const half = contentWidth / 2;
  const column = (index: number, label: string, content: readonly string[]) => {
    document
      .font("text")
      .fontSize(8)
      .fillColor(ink.muted)
      .text(label, page.margin + index * half, top, { width: half });
    document.fontSize(9).fillColor(ink.text);
    for (const line of content) document.text(line, { width: half - 12 });
    return document.y;
  };
  const from = column(0, "From", [reseller.name, ...postalLines(reseller)]);
  const to = column(1, "For", [
    quote.recipient,
    `Made on ${formatDate(quote.madeOn)}`,
    `Valid until ${formatDate(quote.validUntil)}`,
  ]);
  document.x = page.margin;
  document.y = Math.max(from, to) + 12;
  if (quote.message) {
    document.font("text").fontSize(10).fillColor(ink.text).text(quote.message, page.margin, document.y, {
      width: contentWidth,
      lineGap: 2,
    });
    document.moveDown(1);
  }
}

const startsOf = columns.map((_, index) =>
  columns.slice(0, index).reduce<number>((x, { width }) => x + width, page.margin),
);

function row(document: Document, cells: readonly string[]) {
  const top = document.y;
  let bottom = top;
  cells.forEach((text, index) => {
    const { width, align } = columns[index]!;
    document.text(text, startsOf[index], top, { width: width - 6, align, features: figures });
    bottom = Math.max(bottom, document.y);
  });
  document.x = page.margin;
  document.y = bottom + 3;
}

const rule = (document: Document) =>
  document
    .moveTo(page.margin, document.y)
    .lineTo(page.width - page.margin, document.y)
    .strokeColor(ink.line)
    .stroke();

function tableHead(document: Document) {
  document.font("text").fontSize(8).fillColor(ink.muted);
  row(
    document,
    columns.map(({ title }) => title),
  );
  rule(document);
}

const drawCustomer = (document: Document, name: string) =>
  document.moveDown(0.5).font("strong").fontSize(9).fillColor(ink.text).text(name, page.margin);

function drawLine(document: Document, line: KeptLine, currency: Currency) {
  document.font("text").fontSize(9).fillColor(ink.text);
  document.moveDown(0.3);
  row(document, [
    line.name,
    line.billing === "once" ? "" : quoteTerms[line.term],
    counted(line.quantity, line.unit),
    `${formatRate(line.unitPrice, currency)} ${quotePer[line.billing]}`,
    format(quotedAmount(line, currency)),
  ]);
}

function drawSums(document: Document, { orders, currency, validUntil }: QuoteDocument) {
  const sums = quoteSums(
    orders.flatMap(({ lines }) => lines),
    currency,
  );
  keepTogether(document, 60 + 18 * sums.length);
  document.moveDown(0.6);
  rule(document);
  document.moveDown(0.6);
  const left = page.margin + contentWidth - 240;
  for (const { billing, price } of sums) {
    const top = document.y;
    document.font("text").fontSize(10).fillColor(ink.text).text(quotePaid[billing], left, top, { width: 140 });
    document.font("strong").text(format(price), left + 140, top, { width: 100, align: "right", features: figures });
    document.y += 4;
  }
  document.x = page.margin;
  document
    .moveDown(0.8)
    .font("text")
    .fontSize(8.5)
    .fillColor(ink.muted)
    .text(
      `All prices are net; VAT is added where it applies. Each price is fixed for the time that its line names, if the quote is accepted by ${formatDate(validUntil)}.`,
      page.margin,
      document.y,
      { width: contentWidth },
    );
}
