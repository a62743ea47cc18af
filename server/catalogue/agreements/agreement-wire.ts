import type { CheckedAgreement } from "@tradewind/contract/catalogue/agreement-gate.ts";
import type { Agreement, AgreementInfo } from "@tradewind/contract/catalogue/agreements.ts";

type InfoRow = {
  id: string;
  title: string;
  summary: string;
  version: number;
  service_ids: number[];
  signer_name: string | null;
  job_title: string | null;
  signed_at: Date | null;
};

export const toAgreementInfo = (row: InfoRow): AgreementInfo => ({
  AgreementId: row.id,
  Title: row.title,
  Summary: row.summary,
  Version: row.version,
  ServiceIds: row.service_ids,
  Signed: row.signed_at !== null,
  SignedBy: row.signer_name,
  JobTitle: row.job_title,
  SignedAt: row.signed_at?.toISOString() ?? null,
});

export const toItems = (rows: readonly InfoRow[]) => ({ Items: rows.map(toAgreementInfo) });

export const toAgreement = (
  row: InfoRow & { text_hash: string; sections: { heading: string; paragraphs: string[] }[] },
): Agreement => ({
  ...toAgreementInfo(row),
  TextHash: row.text_hash,
  Sections: row.sections.map(({ heading, paragraphs }) => ({ Heading: heading, Paragraphs: paragraphs })),
});

export const toChecked = (row: InfoRow): CheckedAgreement => ({
  signed: row.signed_at !== null,
  agreementId: row.id,
  signedBy: row.signer_name,
  signedAt: row.signed_at?.toISOString() ?? null,
});
