import { agreementGate } from "@tradewind/contract/catalogue/agreement-gate.ts";
import { agreementServiceIdOf } from "@tradewind/domain/catalogue/agreements.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
import { toAgreement, toChecked, toItems } from "./agreement-wire.ts";
import {
  findAgreement,
  findAgreementOfService,
  isGeneralUnsigned,
  listAgreementsOfServices,
} from "./agreements.store.ts";

export const agreementGateRoutes = [
  answer(agreementGate.validity, async ({ db, actor }) => {
    const must = actor.kind === "reseller" && (await isGeneralUnsigned(db, actor.resellerId));
    return { MustSignNow: must, AgreementId: must ? "general" : null };
  }),
  answer(agreementGate.linked, async ({ db, actor }, { query }) => {
    const numbers = { agreementServiceId: query.ServiceId, subId: query.SubId ?? null };
    return toItems(await listAgreementsOfServices(db, actor.resellerId, [agreementServiceIdOf(numbers)]));
  }),
  answer(agreementGate.checkSigned, async ({ db, actor }, { params }) =>
    // A number that no agreement covers is not found: reporting it as signed would let a wrong number pass the gate.
    toChecked(orNotFound(await findAgreementOfService(db, actor.resellerId, params.serviceId))),
  ),
  answer(agreementGate.checkSeveral, async ({ db, actor }, { body }) => {
    const rows = await listAgreementsOfServices(db, actor.resellerId, body.ServiceIds);
    return {
      multipleAgreementDetails: body.ServiceIds.map((serviceId) => ({
        serviceId,
        ...toChecked(orNotFound(rows.find((row) => row.service_ids.includes(serviceId)))),
      })),
    };
  }),
  answer(agreementGate.inline, async ({ db, actor }, { body }) => {
    const rows = await listAgreementsOfServices(db, actor.resellerId, body.ServiceIds);
    const full = await Promise.all(rows.map((row) => findAgreement(db, actor.resellerId, row.id)));
    return { Items: full.map((row) => toAgreement(orNotFound(row))) };
  }),
  answer(agreementGate.inlineOne, async ({ db, actor }, { params }) => {
    const row = orNotFound(await findAgreementOfService(db, actor.resellerId, params.serviceId));
    return toAgreement(orNotFound(await findAgreement(db, actor.resellerId, row.id)));
  }),
];
