import { agreements } from "@tradewind/contract/catalogue/agreements.ts";
import { agreementServiceIdOf } from "@tradewind/domain/catalogue/agreements.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
import { documentBrand } from "../../portal/white-label/brands.reads.ts";
import { drawAgreement } from "./agreement-document.ts";
import { signAgreement, storeSignature } from "./agreements.actions.ts";
import {
  findAgreement,
  findAgreementOfService,
  findDocument,
  findReseller,
  isGeneralUnsigned,
  listAgreements,
  listAgreementsOfServices,
  type AgreementRow,
} from "./agreements.store.ts";
import { toAgreement, toAgreementInfo, toChecked } from "./agreement-wire.ts";

/** The file name of a downloaded agreement. */
const fileName = "agreementdocument.pdf";

const items = (rows: readonly AgreementRow[]) => ({ Items: rows.map((row) => toAgreementInfo(row)) });

export const agreementsRoutes = [
  answer(agreements.canAgree, ({ actor }) => ({ CanAgree: actor.canAgree })),
  answer(agreements.list, async ({ db, actor }) => items(await listAgreements(db, actor.resellerId))),
  answer(agreements.ofServices, async ({ db, actor }, { body }) => {
    const rows = await listAgreementsOfServices(db, actor.resellerId, body.ServiceIds);
    return items(rows.filter((row) => body.IncludeSigned || row.signed_at === null));
  }),
  answer(agreements.validity, async ({ db, actor }) => {
    const must = actor.kind === "reseller" && (await isGeneralUnsigned(db, actor.resellerId));
    return { MustSignNow: must, AgreementId: must ? "general" : null };
  }),
  answer(agreements.linked, async ({ db, actor }, { query }) => {
    const numbers = { agreementServiceId: query.ServiceId, subId: query.SubId ?? null };
    return items(await listAgreementsOfServices(db, actor.resellerId, [agreementServiceIdOf(numbers)]));
  }),
  answer(agreements.checkSigned, async ({ db, actor }, { params }) =>
    // A number that no agreement covers is not found: reporting it as signed would let a wrong number pass the gate.
    toChecked(orNotFound(await findAgreementOfService(db, actor.resellerId, params.serviceId))),
  ),
  answer(agreements.checkSeveral, async ({ db, actor }, { body }) => {
    const rows = await listAgreementsOfServices(db, actor.resellerId, body.ServiceIds);
    return {
      multipleAgreementDetails: body.ServiceIds.map((serviceId) => ({
        serviceId,
        ...toChecked(orNotFound(rows.find((row) => row.service_ids.includes(serviceId)))),
      })),
    };
  }),
  answer(agreements.inline, async ({ db, actor }, { body }) => {
    const rows = await listAgreementsOfServices(db, actor.resellerId, body.ServiceIds);
    const full = await Promise.all(rows.map((row) => findAgreement(db, actor.resellerId, row.id)));
    return { Items: full.map((row) => toAgreement(orNotFound(row))) };
  }),
  answer(agreements.inlineOne, async ({ db, actor }, { params }) => {
    const row = orNotFound(await findAgreementOfService(db, actor.resellerId, params.serviceId));
    return toAgreement(orNotFound(await findAgreement(db, actor.resellerId, row.id)));
  }),
  answer(agreements.storeSignature, async (doing, { body }) => ({
    SignatureImageId: await storeSignature(doing, body.Image),
  })),
  answer(agreements.byId, async ({ db, actor }, { params }) =>
    toAgreement(orNotFound(await findAgreement(db, actor.resellerId, params.agreementId))),
  ),
  answer(agreements.info, async ({ db, actor }, { params }) =>
    toAgreementInfo(orNotFound(await findAgreement(db, actor.resellerId, params.agreementId))),
  ),
  answer(agreements.download, async ({ db, actor, now }, { params }) => {
    const row = orNotFound(await findAgreement(db, actor.resellerId, params.agreementId));
    if (row.document_id) {
      const kept = orNotFound(await findDocument(db, actor.resellerId, row.document_id));
      return { file: kept.bytes, name: fileName };
    }
    const reseller = await findReseller(db, actor.resellerId);
    const { title, version, text_hash, sections } = row;
    const bytes = await drawAgreement({
      title,
      version,
      textHash: text_hash,
      sections,
      reseller,
      signed: null,
      made: now,
      brand: await documentBrand(db, actor),
    });
    return { file: bytes, name: fileName };
  }),
  answer(agreements.sign, async (doing, { params, body }) =>
    toAgreementInfo(await signAgreement(doing, params.agreementId, body)),
  ),
];
