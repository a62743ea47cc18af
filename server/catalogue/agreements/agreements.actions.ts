import { screens } from "@tradewind/contract/screens.ts";
import { createHash } from "node:crypto";
import { maySign } from "@tradewind/domain/catalogue/agreements.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { realNow } from "../../platform/clock.ts";
import { brokeUnique } from "../../platform/db-errors.ts";
import { announce } from "../../platform/events.store.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Doing } from "../../platform/http.ts";
import { documentBrand } from "../../portal/white-label/brands.reads.ts";
import { notify } from "../../portal/notifications/notifications.store.ts";
import { inThread } from "../../platform/threads.ts";
import { drawAgreement } from "./agreement-document.ts";
import {
  findAgreement,
  findReseller,
  findSignatureImage,
  insertDocument,
  insertSignature,
  insertSignatureImage,
  type AgreementRow,
} from "./agreements.store.ts";
import { readSignature } from "./signature-image.reads.ts";

function requireMaySign(actor: TenantActor) {
  const decision = maySign(actor.canAgree);
  if (!decision.ok) throw new AppError(decision.refusal);
}

export async function readDrawing(platform: Platform, actor: TenantActor, dataAddress: string): Promise<Buffer> {
  requireMaySign(actor);
  const png = await readSignature(platform, actor.resellerId, dataAddress);
  if (!png)
    throw new AppError("signatureImageInvalid", { fields: { Image: "Draw your signature again, or type your name" } });
  return png;
}

export async function storeSignature({ tx, actor, now }: Doing, png: Buffer): Promise<string> {
  return insertSignatureImage(tx, {
    reseller_id: actor.resellerId,
    membership_id: actor.membershipId,
    png,
    created_at: now,
  });
}

export type SignSent = {
  Version: number;
  TextHash: string;
  Name: string;
  JobTitle: string;
  SignatureImageId?: string | null | undefined;
};

/** Signs for the reseller and stores the document as signed. */
export async function signAgreement(doing: Doing, agreementId: string, sent: SignSent): Promise<AgreementRow> {
  const { tx, actor, doer, now, ip } = doing;
  const agreement = orNotFound(await findAgreement(tx, actor.resellerId, agreementId));
  requireMaySign(actor);
  if (agreement.signature_id) throw new AppError("agreementAlreadySigned");
  if (agreement.version !== sent.Version || agreement.text_hash !== sent.TextHash)
    throw new AppError("agreementTextChanged");
  const drawn = sent.SignatureImageId
    ? orNotFound(await findSignatureImage(tx, actor.resellerId, actor.membershipId, sent.SignatureImageId))
    : undefined;
  const bytes = await inThread(actor.resellerId, drawAgreement, {
    title: agreement.title,
    version: agreement.version,
    textHash: agreement.text_hash,
    sections: agreement.sections,
    reseller: await findReseller(tx, actor.resellerId),
    signed: {
      name: sent.Name,
      jobTitle: sent.JobTitle,
      email: actor.email,
      at: now,
      recordedAt: new Date(realNow()),
      ip,
      png: drawn?.png ?? null,
    },
    made: now,
    brand: await documentBrand(tx, actor),
  });
  const documentId = await insertDocument(tx, {
    reseller_id: actor.resellerId,
    kind: "agreement",
    name: agreement.title,
    media_type: "application/pdf",
    bytes,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    created_at: now,
  });
  await insertSignature(tx, {
    reseller_id: actor.resellerId,
    agreement_id: agreement.id,
    version: agreement.version,
    text_hash: agreement.text_hash,
    membership_id: actor.membershipId,
    signer_name: sent.Name,
    job_title: sent.JobTitle,
    signature_image_id: drawn?.id ?? null,
    signed_at: now,
    ip,
    document_id: documentId,
  }).catch((error: unknown): never => {
    if (brokeUnique(error, "agreement_signed_once")) throw new AppError("agreementAlreadySigned");
    throw error;
  });
  await recordActivity(tx, doer, {
    action: "agreements.sign",
    what: `${sent.Name} signed ${agreement.title}, version ${agreement.version}`,
    object: ["document", documentId],
  });
  await notify(tx, {
    resellerId: actor.resellerId,
    category: "Agreements",
    content: `${sent.Name} signed ${agreement.title}.`,
    link: screens.serviceAgreements.path,
    view: "serviceAgreements",
    kinds: ["reseller", "engineer"],
    customerId: null,
    butPersonId: actor.personId,
    now,
  });
  await announce(tx, actor.resellerId, ["agreements"]);
  return { ...agreement, signer_name: sent.Name, job_title: sent.JobTitle, signed_at: now, document_id: documentId };
}
