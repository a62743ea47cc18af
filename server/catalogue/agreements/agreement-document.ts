import {
  bytesOf,
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
import type { AgreementSection } from "@tradewind/domain/catalogue/agreements.ts";

export type AgreementDocument = {
  title: string;
  version: number;
  textHash: string;
  sections: readonly AgreementSection[];
  reseller: PostalAddress & {
    name: string;
    company_number: string | null;
    vat_number: string | null;
  };
  /** Null draws a reading copy, marked as unsigned. */
  signed: {
    name: string;
    jobTitle: string;
    email: string;
    /** Business time and real time. */
    at: Date;
    recordedAt: Date;
    ip: string;
    png: Buffer | null;
  } | null;
  made: Date;
  brand: DocumentBrand;
};

/** Draws the agreement with its signature page as a PDF. */
export async function drawAgreement(agreement: AgreementDocument): Promise<Buffer> {
  const document = await openDocument({ title: agreement.title, made: agreement.made, brand: agreement.brand });
  document.font("strong").fontSize(20).text(agreement.title).moveDown(0.3);
  document
    .font("text")
    .fontSize(9)
    .fillColor(ink.muted)
    .text(`Version ${agreement.version} · Tradewind Distribution Ltd`)
    .moveDown(1.2);
  agreement.sections.forEach((section, index) => drawSection(document, index + 1, section));
  drawSignature(document, agreement);
  numberPages(document, `${agreement.title}, version ${agreement.version}`);
  return bytesOf(document);
}

function drawSection(document: Document, number: number, { heading, paragraphs }: AgreementSection) {
  keepTogether(document, 60);
  document.font("strong").fontSize(11.5).fillColor(ink.text).text(`${number}. ${heading}`).moveDown(0.3);
  for (const paragraph of paragraphs)
    document.font("text").fontSize(10).text(paragraph, { lineGap: 2.5 }).moveDown(0.6);
  document.moveDown(0.5);
}

function drawSignature(document: Document, { reseller, signed, textHash }: AgreementDocument) {
  keepTogether(document, 300);
  document.moveDown(0.5);
  document
    .moveTo(page.margin, document.y)
    .lineTo(page.width - page.margin, document.y)
    .strokeColor(ink.line)
    .stroke()
    .moveDown(1);
  document.font("strong").fontSize(13).fillColor(ink.text).text("Signature").moveDown(0.6);
  facts(document, [
    ["For the reseller", reseller.name],
    ["Address", postalLines(reseller).join(", ")],
    ...(reseller.company_number ? ([["Company number", reseller.company_number]] as const) : []),
    ...(reseller.vat_number ? ([["VAT number", reseller.vat_number]] as const) : []),
  ]);
  if (!signed) {
    document.moveDown(0.5).font("strong").fontSize(11).text("Not signed. This is a copy to read.");
    facts(document, [["Hash of the text (SHA-256)", textHash]]);
    return;
  }
  document.moveDown(0.4);
  if (signed.png) {
    const top = document.y;
    document.image(Buffer.from(signed.png), page.margin, top, { fit: [220, 80] });
    document.y = top + 86;
  } else document.font("text").fontSize(22).text(signed.name).moveDown(0.2);
  document
    .moveTo(page.margin, document.y)
    .lineTo(page.margin + 220, document.y)
    .strokeColor(ink.muted)
    .stroke()
    .moveDown(0.6);
  facts(document, [
    ["Signed by", signed.name],
    ["Job title", signed.jobTitle],
    ["Email", signed.email],
    ["Signed at", `${utc(signed.at)} (marketplace time)`],
    ["Recorded at", utc(signed.recordedAt)],
    ["From address", signed.ip],
    ["Way of signing", signed.png ? "Drawn signature" : "Typed name"],
    ["Hash of the text (SHA-256)", textHash],
  ]);
}

const utc = (instant: Date) => `${instant.toISOString().slice(0, 10)} ${instant.toISOString().slice(11, 19)} UTC`;
