/** A reseller's own company details, and the changes it asks the operator to make (ACL-16). */
import { businessContacts } from "@tradewind/domain/billing/my-business.ts";
import { paymentMethodTypes } from "@tradewind/domain/billing/payment-methods.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { currencies } from "@tradewind/domain/values/money.ts";
import * as z from "zod/mini";
import { endpoint, id, instant } from "../endpoint.ts";
import { orEmpty, requiredText } from "../fields.ts";

const maybe = (most: number) =>
  z._default(z.string().check(z.trim(), z.maxLength(most, messages.maximumLength(most))), "");

const { Address1, Address2, TownCity, County, PostCode, Telephone, ContactName, ContactEmail, BillingEmail } =
  businessContacts;
const contacts = {
  Address1: requiredText(Address1),
  Address2: orEmpty(Address2),
  TownCity: requiredText(TownCity),
  County: orEmpty(County),
  PostCode: requiredText(PostCode),
  Telephone: orEmpty(Telephone),
  ContactName: orEmpty(ContactName),
  ContactEmail: orEmpty(ContactEmail),
  BillingEmail: requiredText(BillingEmail),
};

const request = z.object({
  Id: id,
  Name: z.string(),
  VatNumber: z.string(),
  CompanyNumber: z.string(),
  /** The values at the time of the request. */
  Before: z.object({ Name: z.string(), VatNumber: z.string(), CompanyNumber: z.string() }),
  Status: z.enum(["Waiting", "Accepted", "Declined", "Withdrawn"]),
  AskedBy: z.string(),
  AskedAt: instant,
  DecidedBy: z.nullable(z.string()),
  Note: z.nullable(z.string()),
});
export type BusinessRequest = z.output<typeof request>;

const business = z.object({
  Name: z.string(),
  VatNumber: z.string(),
  /** VAT is charged since the number is not one of the company's country. */
  IsVatNumberWrong: z.boolean(),
  CompanyNumber: z.string(),
  Country: z.string(),
  Currency: z.enum(currencies),
  Address1: z.string(),
  Address2: z.string(),
  TownCity: z.string(),
  County: z.string(),
  PostCode: z.string(),
  Telephone: z.string(),
  ContactName: z.string(),
  ContactEmail: z.string(),
  BillingEmail: z.string(),
  /** Null until the company says how it pays, and for whoever looks after a part of it only. */
  BillingDetails: z.object({ PreferredPaymentMethod: z.nullable(z.enum(paymentMethodTypes)) }),
  Version: z.number(),
  /** False for engineers, who can only read. */
  MayChange: z.boolean(),
  /** Newest first, at most ten. */
  Requests: z.array(request),
});
export type Business = z.output<typeof business>;

const read = { anyOf: ["myBusiness"], kinds: ["reseller", "engineer"] } as const;
const write = { anyOf: ["myBusiness"], kinds: ["reseller"] } as const;
const operator = { anyOf: [], kinds: ["admin"] } as const;

export const myBusiness = {
  current: endpoint({
    method: "GET",
    path: "/api/my-business",
    summary: "The reseller's own company: addresses, numbers, contacts and what it asked to change",
    access: read,
    result: business,
  }),
  change: endpoint({
    method: "PUT",
    path: "/api/my-business",
    summary: "Changes the addresses and contacts of the reseller's own company",
    logs: "business.change",
    access: write,
    body: z.strictObject({
      Version: z.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647)),
      ...contacts,
    }),
    result: business,
    errors: ["conflict"],
  }),
  ask: endpoint({
    method: "POST",
    path: "/api/my-business/requests",
    summary: "Asks the operator to change the name, VAT number or registration number of the company",
    logs: "business.ask",
    access: write,
    body: z.strictObject({
      Name: requiredText({ label: "Company name", kind: "text", longest: 100 }),
      VatNumber: maybe(20),
      CompanyNumber: maybe(30),
    }),
    result: business,
    errors: ["businessRequestWaits"],
  }),
  withdraw: endpoint({
    method: "POST",
    path: "/api/my-business/requests/withdraw",
    summary: "Withdraws a request that is not decided yet",
    logs: "business.withdraw",
    access: write,
    result: business,
    errors: ["businessRequestDecided"],
  }),
  requests: endpoint({
    method: "GET",
    path: "/api/operator/business-requests",
    summary: "Changes that companies request: those waiting, oldest first, or those decided, newest first",
    access: operator,
    query: z.strictObject({ Status: z.enum(["waiting", "decided"]) }),
    result: z.object({
      Items: z.array(z.extend(request, { ResellerId: id, Reseller: z.string() })),
      /** Companies that are charged VAT since the number they gave is not one of their country. */
      WrongVatNumbers: z.array(z.object({ Reseller: z.string(), VatNumber: z.string() })),
      /** Names of companies whose address is incomplete; before their first order they are asked for it. */
      WithoutAddress: z.array(z.string()),
    }),
  }),
  decide: endpoint({
    method: "POST",
    path: "/api/operator/business-requests/:businessRequestId/decide",
    summary: "Accepts a company's request, which changes the company, or declines it",
    logs: ["business.accept", "business.decline"],
    access: operator,
    params: z.strictObject({ businessRequestId: id }),
    body: z.strictObject({ Accept: z.boolean(), Note: maybe(500) }),
    result: z.object({}),
    errors: ["businessRequestDecided"],
  }),
};
