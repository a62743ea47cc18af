import type { Agreement, AgreementInfo, CheckedAgreement } from "@tradewind/contract/catalogue/agreements.ts";

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

export const toAgreement = (
  row: InfoRow & { text_hash: string; sections: { heading: string; paragraphs: string[] }[] },
): Agreement => ({
  ...toAgreementInfo(row),
  TextHash: row.text_hash,
  Sections: row.sections.map(({ heading, paragraphs }) => ({ Heading: heading, Paragraphs: paragraphs })),
});

/** A service without an agreement needs none: it counts as signed. */
export const toChecked = (row: InfoRow | undefined): CheckedAgreement => ({
  signed: row === undefined || row.signed_at !== null,
  agreementId: row?.id ?? null,
  signedBy: row?.signer_name ?? null,
  signedAt: row?.signed_at?.toISOString() ?? null,
});
