/** Finds or creates the customer at Microsoft and confirms its agreement. */
import { z } from "zod";
import type { FulfilCustomer, FulfilTask, Memo, VendorNames } from "../vendor.ts";
import { stableUuid, VendorRefusal } from "../http.ts";
import type { PartnerCenter } from "./microsoft-api.ts";

const text = z.string().trim().min(1).nullish().catch(null);

/**
 * Answers from the journey: who accepted Microsoft's agreement and when, the domain of a new tenant, a missing address.
 */
const answersShape = z.object({
  AgreementName: text,
  AgreementEmail: text,
  /** An ISO date or instant. */
  AgreementDate: text,
  MicrosoftDomain: text,
  Address1: text,
  TownCity: text,
  PostCode: text,
});

/** Splits a full name in two. */
function inParts(name: string): { firstName: string; lastName: string } {
  const [firstName = name, ...rest] = name.split(" ");
  return { firstName, lastName: rest.join(" ") || firstName };
}

const tenantSuffix = ".onmicrosoft.com";

/**
 * Returns the tenant's id, creating the tenant if the customer has none. Only Microsoft's answer to the creation says
 * which tenant it is: a repeat under the same request number is answered with the one that it created, and anybody who
 * stands in the domain otherwise, since whenever, is somebody else. Throws `VendorRefusal` if Microsoft rejects the
 * customer, or if the domain is another's.
 */
export async function ensureTenant(
  api: PartnerCenter,
  names: VendorNames,
  task: FulfilTask,
  memo: Memo,
): Promise<string> {
  const known = memo.tenant ?? task.customer.tenantRef;
  if (known) return known;
  const domain = tenantDomain(task);
  if (!(await names.take(task, domain))) throw domainTaken();
  try {
    return await createTenant(api, task, domain);
  } catch (error) {
    if (error instanceof VendorRefusal) await names.free(task, domain);
    throw error;
  }
}

const domainTaken = () => new VendorRefusal(409, "600043", "The domain is already in use by another customer.");

/** Returns the requested domain; otherwise one derived from the customer's, made unique with the end of its id. */
function tenantDomain({ customer, details }: FulfilTask): string {
  const wanted = answersShape.parse(details).MicrosoftDomain?.toLowerCase();
  if (wanted) return wanted.includes(".") ? wanted : wanted + tenantSuffix;
  const source = customer.domain?.split(".")[0] ?? customer.name;
  const stem =
    source
      .toLowerCase()
      .replaceAll(/[^a-z0-9-]/g, "")
      .slice(0, 20) || "customer";
  return `${stem}${customer.id.replaceAll("-", "").slice(-6)}${tenantSuffix}`;
}

/** Prefers the customer's stored address; the journey asks for whatever is missing. */
function addressOf({ customer, details }: FulfilTask): FulfilCustomer["address"] {
  const { Address1: line1, TownCity: city, PostCode: postcode } = answersShape.parse(details);
  return customer.address ?? (line1 && city && postcode ? { line1, line2: null, city, region: null, postcode } : null);
}

function contactOf({ customer, details }: FulfilTask): FulfilCustomer["contact"] {
  const { AgreementName: name, AgreementEmail: email } = answersShape.parse(details);
  return customer.contact ?? (name && email ? { ...inParts(name), email, phone: null } : null);
}

async function createTenant(api: PartnerCenter, task: FulfilTask, domain: string): Promise<string> {
  const { customer } = task;
  const [address, contact] = [addressOf(task), contactOf(task)];
  if (!address || !contact)
    throw new VendorRefusal(400, "600032", "The customer needs an address and a contact before Microsoft takes it.");
  const created = await api.createCustomer(
    {
      companyProfile: { domain },
      billingProfile: {
        culture: "en-GB",
        language: "en",
        email: contact.email,
        companyName: customer.name,
        defaultAddress: {
          firstName: contact.firstName,
          lastName: contact.lastName,
          addressLine1: address.line1,
          ...(address.line2 ? { addressLine2: address.line2 } : {}),
          city: address.city,
          ...(address.region ? { state: address.region } : {}),
          postalCode: address.postcode,
          country: customer.country,
          ...(contact.phone ? { phoneNumber: contact.phone } : {}),
        },
      },
    },
    stableUuid("customer", customer.id, domain),
  );
  return created.id;
}

/** Throws `VendorRefusal` 13605 if nobody is known to have accepted the agreement. */
export async function ensureAgreement(api: PartnerCenter, task: FulfilTask, tenant: string): Promise<void> {
  if (await api.hasAgreement(tenant)) return;
  const { AgreementName: name, AgreementEmail: email, AgreementDate: agreedOn } = answersShape.parse(task.details);
  if (!name || !email || !agreedOn)
    throw new VendorRefusal(403, "13605", "The Microsoft Customer Agreement is not confirmed.");
  await api
    .confirmAgreement(
      tenant,
      {
        primaryContact: { ...inParts(name), email },
        dateAgreed: new Date(agreedOn).toISOString(),
      },
      stableUuid("agreement", tenant, email, agreedOn),
    )
    .catch(ignoreSameAgreement);
}

function ignoreSameAgreement(error: unknown) {
  if (!(error instanceof VendorRefusal && error.code === "600061")) throw error;
}
