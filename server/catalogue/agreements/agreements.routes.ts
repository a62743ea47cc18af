import { agreements } from "@tradewind/contract/catalogue/agreements.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { answer, answerPrepared } from "../../platform/http.ts";
import { documentBrand } from "../../portal/white-label/brands.reads.ts";
import { drawAgreement } from "./agreement-document.ts";
import { inThread } from "../../platform/threads.ts";
import { readDrawing, signAgreement, storeSignature } from "./agreements.actions.ts";
import {
  findAgreement,
  findDocument,
  findReseller,
  listAgreements,
  listAgreementsOfServices,
} from "./agreements.store.ts";
import { toAgreement, toAgreementInfo, toItems } from "./agreement-wire.ts";

/** The file name of a downloaded agreement. */
const fileName = "agreementdocument.pdf";

export const agreementsRoutes = [
  answer(agreements.canAgree, ({ actor }) => ({ CanAgree: actor.canAgree })),
  answer(agreements.list, async ({ db, actor }) => toItems(await listAgreements(db, actor.resellerId))),
  answer(agreements.ofServices, async ({ db, actor }, { body }) => {
    const rows = await listAgreementsOfServices(db, actor.resellerId, body.ServiceIds);
    return toItems(rows.filter((row) => body.IncludeSigned || row.signed_at === null));
  }),
  answerPrepared(
    agreements.storeSignature,
    ({ actor, platform }, { body }) => readDrawing(platform, actor, body.Image),
    async (doing, _, png) => ({ SignatureImageId: await storeSignature(doing, png) }),
  ),
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
    const given = {
      title,
      version,
      textHash: text_hash,
      sections,
      reseller,
      signed: null,
      made: now,
      brand: await documentBrand(db, actor),
    };
    return { file: () => inThread(actor.resellerId, drawAgreement, given), name: fileName };
  }),
  answer(agreements.sign, async (doing, { params, body }) =>
    toAgreementInfo(await signAgreement(doing, params.agreementId, body)),
  ),
];
