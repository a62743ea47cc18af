/** What a journey asks about agreements before it goes on: what must be signed, and the texts to read. */
import * as z from "zod/mini";
import { endpoint, id, instant } from "../endpoint.ts";
import { wholeNumber } from "../fields.ts";
import { agreement, gate, items, own, serviceIds } from "./agreements.ts";

const serviceId = wholeNumber(0, 100_000);

const checked = z.object({
  signed: z.boolean(),
  agreementId: z.string(),
  signedBy: z.nullable(z.string()),
  signedAt: z.nullable(instant),
});
export type CheckedAgreement = z.output<typeof checked>;

export const agreementGate = {
  validity: endpoint({
    method: "GET",
    path: "/api/agreements/validity",
    summary: "Whether the reseller must sign before it goes on",
    access: own,
    result: z.object({ MustSignNow: z.boolean(), AgreementId: z.nullable(z.string()) }),
  }),
  linked: endpoint({
    method: "GET",
    path: "/api/agreements/linked",
    summary: "The agreements that must be signed together for a service, also by the number of its tenant",
    access: own,
    query: z.strictObject({
      ServiceId: serviceId,
      SubId: z.optional(serviceId),
      OfficeId: z.optional(z.string().check(z.maxLength(60))),
    }),
    result: items,
  }),
  checkSigned: endpoint({
    method: "GET",
    path: "/api/agreements/check-signed/:serviceId",
    summary: "Whether a service's agreement is signed",
    access: gate,
    params: z.strictObject({ serviceId }),
    result: checked,
  }),
  checkSeveral: endpoint({
    method: "POST",
    path: "/api/agreements/check-several",
    summary: "Whether the agreements of several services are signed",
    access: gate,
    reads: true,
    body: z.strictObject({ ServiceIds: serviceIds }),
    result: z.object({ multipleAgreementDetails: z.array(z.extend(checked, { serviceId: z.number() })) }),
  }),
  inline: endpoint({
    method: "POST",
    path: "/api/agreements/inline",
    summary: "The full texts that are shown inside an order journey",
    access: own,
    reads: true,
    body: z.strictObject({ ServiceIds: serviceIds }),
    result: z.object({ Items: z.array(agreement) }),
  }),
  inlineOne: endpoint({
    method: "GET",
    path: "/api/agreements/inline/:serviceId",
    summary: "The full text of one service's agreement, optionally for a group of services",
    access: own,
    params: z.strictObject({ serviceId }),
    query: z.strictObject({ GroupId: z.optional(id) }),
    result: agreement,
  }),
};
