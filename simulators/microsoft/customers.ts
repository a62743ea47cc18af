import type { Route, SimReply, SimRequest } from "../kit/vendor.ts";
import { resellerInvitation } from "./invitations.ts";
import { type Customer, type MicrosoftState, collectionOf, customerOf, refuse } from "./state.ts";

export const templateId = "117a77b0-9360-443b-8795-c6dedc750cf9";
const agreementLink = "https://aka.ms/customeragreement";
/** The partner's person in whose name the refresh token acts. */
const userId = "1824b7fc-2fac-4478-b177-66823c40ab75";
export const customerAgreement = "MicrosoftCustomerAgreement";

export function customerRoutes(state: MicrosoftState): Route[] {
  return [
    { method: "GET", path: "/v1/customers", answer: (request) => listCustomers(state, request) },
    { method: "POST", path: "/v1/customers", answer: (request) => createCustomer(state, request) },
    {
      method: "GET",
      path: "/v1/customers/relationshiprequests",
      answer: ({ headers }) => ({
        status: 200,
        body: { url: resellerInvitation(headers.host!), attributes: { objectType: "CustomerRelationshipRequest" } },
      }),
    },
    {
      method: "GET",
      path: "/v1/customers/:customer",
      answer: ({ params }) => ({ status: 200, body: showCustomer(customerOf(state, params.customer)) }),
    },
    {
      method: "HEAD",
      path: "/v1/domains/:domain",
      answer: ({ params }) => ({ status: findByDomain(state, params.domain!) ? 200 : 404 }),
    },
    { method: "POST", path: "/v1/validations/address", answer: validateAddress },
    { method: "GET", path: "/v1/agreements", answer: listTemplates },
    {
      method: "GET",
      path: "/v1/customers/:customer/agreements",
      answer: (request) => listAgreements(state, request),
    },
    {
      method: "POST",
      path: "/v1/customers/:customer/agreements",
      answer: (request) => confirmAgreement(state, request),
    },
  ];
}

export const hasAgreement = (state: MicrosoftState, customerId: string) =>
  state.agreements.values().some((held) => held.customerId === customerId && held.type === customerAgreement);

const findByDomain = (state: MicrosoftState, domain: string) =>
  state.customers.values().find((customer) => customer.domain.toLowerCase() === domain.toLowerCase());

const inPage = { maximum: 500, usual: 100 };

const tokenAt = (start: number) => Buffer.from(`customers:${start}`).toString("base64");

function readToken(token: string | undefined): number {
  if (token === undefined) return 0;
  const start = /^customers:(\d+)$/.exec(Buffer.from(token, "base64").toString())?.[1];
  return start ? Number(start) : refuse(400, "400001", "The continuation token is not valid.");
}

/** Returns one page; `links.next` and its continuation token lead to the next. */
function listCustomers(state: MicrosoftState, { query, headers }: SimRequest): SimReply {
  const wanted = readFilter(query.get("filter"));
  const found = state.customers.values().filter(({ domain, companyName }) => {
    if (!wanted) return true;
    const text = wanted.field === "domain" ? domain : companyName;
    return text.toLowerCase().startsWith(wanted.value.toLowerCase());
  });
  // Microsoft's own example asks for pages of 0 and gets usual ones.
  const size = Math.min(Number(query.get("size")) || inPage.usual, inPage.maximum);
  const start = readToken(headers["ms-continuationtoken"]);
  const items = found.slice(start, start + size).map(({ id, domain, companyName }) => ({
    id,
    companyProfile: { tenantId: id, domain, companyName, attributes: { objectType: "CustomerCompanyProfile" } },
    relationshipToPartner: "reseller",
    attributes: { objectType: "Customer" },
  }));
  const isLast = start + size >= found.length;
  const next = {
    uri: `/customers?${new URLSearchParams([...query, ["seekOperation", "Next"]])}`,
    method: "GET",
    headers: [{ key: "MS-ContinuationToken", value: tokenAt(start + size) }],
  };
  const links = isLast ? {} : { links: { next } };
  return { status: 200, body: { ...collectionOf(items), totalCount: found.length, ...links } };
}

function readFilter(text: string | null): { field: string; value: string } | undefined {
  if (!text) return undefined;
  try {
    const filter = JSON.parse(text) as { Field?: string; Value?: string };
    return { field: (filter.Field ?? "CompanyName").toLowerCase(), value: filter.Value ?? "" };
  } catch {
    return refuse(400, "400001", "The filter is not readable.");
  }
}

function createCustomer(state: MicrosoftState, { body }: SimRequest): SimReply {
  const domain = body.companyProfile?.domain;
  const profile = body.billingProfile;
  const missing = ["email", "culture", "language", "companyName", "defaultAddress"].filter(
    (field) => !profile?.[field],
  );
  if (typeof domain !== "string" || !/^[a-z0-9-]{1,50}(\.[a-z0-9-]+)+$/i.test(domain))
    refuse(400, "600009", "The domain is not valid.");
  if (missing.length > 0) refuse(400, "600010", `Missing in the billing profile: ${missing.join(", ")}.`);
  if (!addressIsValid(profile.defaultAddress)) refuse(400, "600032", "The address is not valid.");
  if (findByDomain(state, domain)) refuse(409, "600043", "The domain is already in use by another customer.");
  const id = state.newId();
  const customer: Customer = {
    id,
    commerceId: state.newId(),
    domain,
    companyName: profile.companyName,
    billingProfile: profile,
    etag: state.newId(),
  };
  state.customers.put(id, customer);
  return {
    status: 201,
    body: {
      ...showCustomer(customer),
      userCredentials: { userName: "admin", password: `Ab-${state.newId().slice(0, 8)}` },
    },
  };
}

function showCustomer(customer: Customer) {
  return {
    id: customer.id,
    commerceId: customer.commerceId,
    companyProfile: {
      tenantId: customer.id,
      domain: customer.domain,
      companyName: customer.companyName,
      links: { self: { uri: `/customers/${customer.id}/profiles/company`, method: "GET", headers: [] } },
      attributes: { objectType: "CustomerCompanyProfile" },
    },
    billingProfile: {
      id: customer.commerceId,
      ...customer.billingProfile,
      attributes: { etag: customer.etag, objectType: "CustomerBillingProfile" },
    },
    relationshipToPartner: "reseller",
    allowDelegatedAccess: true,
    links: { self: { uri: `/customers/${customer.id}`, method: "GET", headers: [] } },
    attributes: { objectType: "Customer" },
  };
}

const addressIsValid = (address: Record<string, unknown> | undefined) =>
  ["addressLine1", "city", "postalCode", "country"].every((field) => Boolean(address?.[field]));

const validateAddress = ({ body }: SimRequest): SimReply =>
  addressIsValid(body)
    ? { status: 200, body: { originalAddress: body, suggestedAddresses: [], status: "VerifiedShippable" } }
    : { status: 400, body: { code: 2000, description: "Address is not valid.", data: [], source: "PartnerFD" } };

function listTemplates({ query }: SimRequest): SimReply {
  const type = query.get("agreementType") ?? "MicrosoftCloudAgreement";
  const items = type === customerAgreement ? [{ templateId, agreementType: type, agreementLink, versionRank: 1 }] : [];
  return { status: 200, body: collectionOf(items) };
}

function listAgreements(state: MicrosoftState, { params, query }: SimRequest): SimReply {
  const customer = customerOf(state, params.customer);
  const type = query.get("agreementType") ?? "MicrosoftCloudAgreement";
  const items = state.agreements
    .values()
    .filter((held) => held.customerId === customer.id && (type === "*" || held.type === type))
    .map(({ customerId: _, ...held }) => ({ ...held, agreementLink }));
  return { status: 200, body: collectionOf(items) };
}

function confirmAgreement(state: MicrosoftState, { params, body }: SimRequest): SimReply {
  const customer = customerOf(state, params.customer);
  const contact = body.primaryContact ?? {};
  if (!contact.firstName || !contact.lastName || !contact.email || Number.isNaN(Date.parse(body.dateAgreed)))
    refuse(400, "600060", "The agreement needs a contact and a date.");
  if (body.type !== customerAgreement || body.templateId !== templateId)
    refuse(400, "600062", "The agreement template is not known.");
  const { primaryContact, dateAgreed, type } = body;
  const id = JSON.stringify([customer.id, contact.firstName, contact.lastName, contact.email, contact.phoneNumber]);
  if (state.agreements.get(id)) refuse(400, "600061", "An agreement with the same details already exists.");
  const held = { customerId: customer.id, primaryContact, templateId, dateAgreed, type, userId };
  state.agreements.put(id, held);
  return { status: 201, body: { primaryContact, templateId, dateAgreed, type, userId } };
}
