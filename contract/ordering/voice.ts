/** Hosted voice: ordering it with its sites, and the summary of an order. */
import {
  mostVoiceSites,
  otherVoiceLicence,
  propertyTypes,
  voiceOrderStatuses,
  voicePlans,
  voiceSite,
} from "@tradewind/domain/ordering/voice.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import * as z from "zod/mini";
import { day, endpoint, id, instant } from "../endpoint.ts";
import { manyLines } from "./order-lines.ts";
import type { WireChange } from "./orders.ts";
import { placeCodes } from "./rule-codes.ts";

const text = z.string().check(z.trim(), z.maxLength(100));
const licences = z.int(messages.digitsOnly).check(z.gte(0, messages.minimum(0)), z.lte(100_000));

/** What is known of a site. The offer of sites says what each has to be, as in every journey. */
const site = z.strictObject({
  SiteName: text,
  Address1: text,
  Address2: z.optional(z.nullable(text)),
  Town: text,
  County: z.optional(z.nullable(text)),
  Postcode: text,
  /** Blocks of ten numbers, and the area that they belong to. */
  DDIBlocks: z.int(messages.digitsOnly).check(z.gte(1, messages.minimum(1)), z.lte(500, messages.maximum(500))),
  DDIAreaCode: text,
  PropertyType: z.enum(propertyTypes),
});

/** What is ordered, without the price that was shown for it. */
export const voiceService = z.strictObject({
  OrganisationID: id,
  /** As the person who orders sees it. */
  OrganisationName: z.string().check(z.maxLength(200)),
  Sites: z
    .array(site)
    .check(
      z.minLength(1, "Add at least one site"),
      z.maxLength(mostVoiceSites, `Order at most ${mostVoiceSites} sites at a time`),
    ),
  /** The plan of the Mitel licences; null if there are none. */
  SelectedProduct: z.nullable(z.enum(voicePlans)),
  MitelLicences: licences,
  NonMitelLicences: licences,
  CallReportingEmailAddress: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(254)))),
  BandwidthConfirmed: z.boolean(),
  /** The rejected order that this one takes the place of. */
  OrderId: z.optional(z.nullable(id)),
});
export type VoiceService = z.output<typeof voiceService>;

const offerOf = (sku: string) => `${sku}:none:monthly`;

/** Converts what is ordered to the change that it is: licences first, then a line for each site. */
export function changeOfVoice(service: Omit<VoiceService, "OrganisationID" | "OrganisationName">): WireChange {
  const { SelectedProduct, MitelLicences, NonMitelLicences, Sites } = service;
  const lines = [
    ...licenceLines({ SelectedProduct, MitelLicences, NonMitelLicences }),
    ...Sites.map(({ DDIBlocks, ...Attributes }) => ({ OfferId: offerOf(voiceSite), Quantity: DDIBlocks, Attributes })),
  ];
  return { Kind: "add", Lines: lines.map((line, at) => ({ Key: `line-${at + 1}`, ...line })) };
}

const licenceLines = (of: Pick<VoiceService, "SelectedProduct" | "MitelLicences" | "NonMitelLicences">) => [
  ...(of.SelectedProduct !== null && of.MitelLicences > 0
    ? [{ OfferId: offerOf(of.SelectedProduct), Quantity: of.MitelLicences }]
    : []),
  ...(of.NonMitelLicences > 0 ? [{ OfferId: offerOf(otherVoiceLicence), Quantity: of.NonMitelLicences }] : []),
];

/** The name of a refusal's field that is about the line at `index` of that change. */
export const fieldOfVoice =
  (service: Parameters<typeof licenceLines>[0]) =>
  (index: number, name: string): string =>
    `Sites.${index - licenceLines(service).length}.${name}`;

const voiceOrder = z.object({
  OrderId: id,
  OrderNumber: z.string(),
  /** 0 new, 1 licence change pending, 2 change, 3 site added, 4 cancellation pending. */
  OrderType: z.number(),
  /** As they are with this order, and by how many it changes them. */
  MitelLicences: z.number(),
  MitelLicencesChange: z.number(),
  NonMitelLicences: z.number(),
  NonMitelLicencesChange: z.number(),
  OrderCreatedOn: instant,
  OrderCreatedBy: z.string(),
  OrderStatus: z.enum(voiceOrderStatuses),
  EstimatedCompletionDate: z.nullable(day),
  /** Every site that there is with this order, in the order in which they came. */
  Sites: z.array(
    z.object({
      SiteName: z.string(),
      Address1: z.string(),
      Address2: z.nullable(z.string()),
      Town: z.string(),
      County: z.nullable(z.string()),
      Postcode: z.string(),
      DDIBlocks: z.number(),
      DDIAreaCode: z.string(),
      PropertyType: z.enum(propertyTypes),
    }),
  ),
  /** Why it was rejected. */
  Reasons: z.array(z.string()),
});
export type VoiceOrder = z.output<typeof voiceOrder>;

export const voice = {
  order: endpoint({
    method: "GET",
    path: "/api/customers/:customerId/voice-orders/:orderId",
    summary: "The summary of an order of hosted voice",
    access: { anyOf: ["customers", "manageService", "addProducts"] },
    params: z.strictObject({ customerId: id, orderId: id }),
    result: voiceOrder,
  }),
  place: endpoint({
    method: "POST",
    path: "/api/voice-orders",
    summary: "Orders hosted voice with its sites, by the hash of its proposal",
    largestBody: manyLines,
    logs: "orders.add",
    access: { anyOf: ["addProducts"] },
    body: z.extend(voiceService, {
      ProposalHash: z.string().check(z.regex(/^[0-9a-f]{64}$/, "Must be the proposal's hash")),
    }),
    result: z.object({ OrderId: id, InstanceId: id }),
    errors: placeCodes,
  }),
};
