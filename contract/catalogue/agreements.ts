/** Agreements that a reseller reads and signs before adding services. */
import { customerNamePattern } from "@tradewind/domain/customers/customers.ts";
import * as z from "zod/mini";
import { endpoint, id, instant } from "../endpoint.ts";

/** The reseller's own people read and sign; its end-user admins only pass the gate. */
export const own = { anyOf: [], kinds: ["reseller", "engineer"] } as const;
export const gate = { anyOf: [], kinds: ["reseller", "engineer", "endUserAdmin"] } as const;

const agreementId = z.string().check(z.maxLength(60), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/));
const params = z.strictObject({ agreementId });
export const serviceIds = z
  .array(z.int("Must be a whole number").check(z.gte(0), z.lte(100_000)))
  .check(z.minLength(1, "Choose at least one service"), z.maxLength(100));

const agreementInfo = z.object({
  AgreementId: z.string(),
  Title: z.string(),
  Summary: z.string(),
  Version: z.number(),
  ServiceIds: z.array(z.number()),
  Signed: z.boolean(),
  SignedBy: z.nullable(z.string()),
  JobTitle: z.nullable(z.string()),
  SignedAt: z.nullable(instant),
});
export type AgreementInfo = z.output<typeof agreementInfo>;

export const agreement = z.extend(agreementInfo, {
  /** SHA-256 of the signed text, in hexadecimal. */
  TextHash: z.string(),
  Sections: z.array(z.object({ Heading: z.string(), Paragraphs: z.array(z.string()) })),
});
export type Agreement = z.output<typeof agreement>;

export const items = z.object({ Items: z.array(agreementInfo) });
const line = (label: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, `${label} is required`),
      z.maxLength(100),
      z.regex(customerNamePattern, "invalid characters"),
    );

export const agreements = {
  canAgree: endpoint({
    method: "GET",
    path: "/api/agreements/can-agree",
    summary: "Whether the person signed in may sign agreements",
    access: gate,
    result: z.object({ CanAgree: z.boolean() }),
  }),
  list: endpoint({
    method: "GET",
    path: "/api/agreements",
    summary: "Every agreement, with who signed it",
    access: own,
    result: items,
  }),
  ofServices: endpoint({
    method: "POST",
    path: "/api/agreements/of-services",
    summary: "The agreements of several services",
    access: own,
    reads: true,
    body: z.strictObject({ ServiceIds: serviceIds, IncludeSigned: z._default(z.boolean(), false) }),
    result: items,
  }),
  storeSignature: endpoint({
    method: "POST",
    jump: false,
    path: "/api/agreements/signature-image",
    summary: "Keeps a drawn signature, as a PNG in a data address",
    unlogged: "A drawing counts only where an agreement is signed with it, which is logged.",
    access: own,
    body: z.strictObject({
      Image: z
        .string()
        .check(
          z.maxLength(270_000, "The drawing is too large"),
          z.regex(/^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/, "Must be a PNG image"),
        ),
    }),
    largestBody: { bytes: 280_000, because: "A drawing of 200 kB in base64." },
    result: z.object({ SignatureImageId: id }),
    errors: ["noPermissionToAgree", "signatureImageInvalid", "uploadInfected", "scannerDown"],
  }),
  byId: endpoint({
    method: "GET",
    path: "/api/agreements/:agreementId",
    summary: "One agreement with its text",
    access: own,
    params,
    result: agreement,
  }),
  info: endpoint({
    method: "GET",
    path: "/api/agreements/:agreementId/info",
    summary: "One agreement without its text",
    access: own,
    params,
    result: agreementInfo,
  }),
  download: endpoint({
    method: "GET",
    path: "/api/agreements/:agreementId/download",
    summary: "The agreement as a document: the signed one exactly as it was kept, otherwise a copy to read",
    logs: "exports.agreement",
    access: own,
    params,
    file: "application/pdf",
    result: z.unknown(),
    errors: ["signNotDrawn"],
  }),
  sign: endpoint({
    method: "POST",
    jump: false,
    path: "/api/agreements/:agreementId/sign",
    summary: "Signs an agreement for the reseller",
    logs: "agreements.sign",
    access: own,
    params,
    body: z.strictObject({
      Version: z.int().check(z.gte(1)),
      /** Hash of the text that was read; any other is refused. */
      TextHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      /** Confirms that the document was read to its end. */
      ReadToEnd: z.literal(true, "Read the agreement to its end before you sign"),
      Name: line("Name"),
      JobTitle: line("Job title"),
      /** A drawn signature; without one, the typed name is the signature. */
      SignatureImageId: z.optional(z.nullable(id)),
    }),
    result: agreementInfo,
    errors: ["noPermissionToAgree", "agreementAlreadySigned", "agreementTextChanged", "signatureImageInvalid"],
  }),
};
