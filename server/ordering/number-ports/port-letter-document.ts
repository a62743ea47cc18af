import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import {
  bytesOf,
  contentWidth,
  facts,
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

export type PortLetter = {
  number: string;
  made: Date;
  customer: PostalAddress & { name: string };
  reseller: string;
  provider: string;
  accountNumber: string;
  mainNumber: string;
  billingPostcode: string;
  site: string;
  numbers: readonly string[];
  isPartOfRange: boolean;
  wishedOn: string;
  signedBy: string;
  brand: DocumentBrand;
};

/** Draws the letter by which a customer has its numbers moved, as a PDF to sign. */
export async function drawPortLetter(letter: PortLetter): Promise<Buffer> {
  const { customer, provider, number, made, brand } = letter;
  const title = "Letter of authority";
  const document = await openDocument({ title: `${title} ${number}`, made, brand, author: letter.reseller });
  const on = formatDate(made.toISOString().slice(0, 10));
  document.font("strong").fontSize(20).text(title, page.margin, page.margin).moveDown(0.8);
  say(document, `To ${provider}`, `Made on ${on}, reference ${number}`);
  say(
    document,
    `We ask you to move the telephone numbers below to the service that ${letter.reseller} provides to us, and authorise ${letter.reseller} and its suppliers to arrange this with you on our behalf. We are the customer of these numbers. Please keep our service as it is until they have moved.`,
  );
  facts(document, [
    ["Customer", customer.name],
    ["Address", postalLines(customer).join(", ")],
    ["Present provider", provider],
    ["New provider", letter.reseller],
    ["Account number", letter.accountNumber],
    ["Main billing number", letter.mainNumber],
    ["Postcode on the bill", letter.billingPostcode],
    ["Site", letter.site],
    ["Wanted for", formatDate(letter.wishedOn)],
    ["Numbers that move", letter.numbers[0]!],
    ...letter.numbers.slice(1).map((numbers) => ["", numbers] as const),
    ...(letter.isPartOfRange ? ([["", "Other numbers of their range stay with you."]] as const) : []),
  ]);
  drawSignature(document, letter);
  numberPages(document, `${title} ${number} · ${customer.name} · Made on ${on}`);
  return bytesOf(document);
}

function say(document: Document, ...paragraphs: string[]) {
  document.font("text").fontSize(10).fillColor(ink.text);
  for (const paragraph of paragraphs) document.text(paragraph, { lineGap: 2.5 });
  document.moveDown(0.8);
}

function drawSignature(document: Document, { customer, signedBy }: PortLetter) {
  keepTogether(document, 190);
  document.moveDown(1);
  document.font("strong").fontSize(11).fillColor(ink.text).text(`Signed for ${customer.name}`).moveDown(1.6);
  for (const [label, value] of [
    ["Signature", ""],
    ["Name", signedBy],
    ["Position", ""],
    ["Date", ""],
  ] as const) {
    const top = document.y;
    document.font("text").fontSize(9).fillColor(ink.muted).text(label, page.margin, top, { width: 80 });
    document.fillColor(ink.text).text(value, page.margin + 90, top, { width: contentWidth - 90 });
    const line = top + 14;
    document
      .moveTo(page.margin + 90, line)
      .lineTo(page.margin + 380, line)
      .lineWidth(0.5)
      .strokeColor(ink.muted)
      .stroke();
    document.x = page.margin;
    document.y = line + 16;
  }
}
