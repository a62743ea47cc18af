/** Takes money from bank accounts with GoCardless: mandates by its billing requests, with our own form. */
import type { Scheme } from "@tradewind/domain/billing/direct-debits.ts";
import { z } from "zod";
import { AccountRefused, type DebitAccount, type DebitPayer, type DebitProvider, type SeenMandate } from "../debits.ts";
import { VendorRefusal } from "../http.ts";
import { VendorUnavailable } from "../vendor.ts";
import { GocardlessRefusal, gocardlessApi, type GocardlessApiSettings } from "./gocardless-api.ts";
import { gocardlessBook } from "./gocardless-book.ts";
import { gocardlessCharges } from "./charges.ts";
import { failureOf } from "./gocardless-reasons.ts";
import { refsOf } from "./webhooks.ts";

export type GocardlessSettings = GocardlessApiSettings & { webhookSecret: string };

const requestShape = z.object({
  billing_requests: z.looseObject({
    id: z.string(),
    status: z.string(),
    links: z.looseObject({ mandate_request_mandate: z.string().nullish() }).nullish(),
  }),
});
const mandateShape = z.object({
  mandates: z.looseObject({
    id: z.string(),
    status: z.string(),
    reference: z.string().nullish(),
    next_possible_charge_date: z.iso.date().nullish(),
    links: z.looseObject({ customer_bank_account: z.string() }),
  }),
});
const accountShape = z.object({
  customer_bank_accounts: z.looseObject({
    account_number_ending: z.string().nullish(),
    bank_name: z.string().nullish(),
  }),
});
const eventsShape = z.object({
  events: z.array(z.looseObject({ details: z.looseObject({ cause: z.string(), description: z.string() }).partial() })),
});

const statuses: Readonly<Record<string, SeenMandate["status"]>> = {
  pending_customer_approval: "pendingApproval",
  pending_submission: "pendingSubmission",
  submitted: "submitted",
  active: "active",
  suspended_by_payer: "suspended",
  failed: "failed",
  cancelled: "cancelled",
  expired: "expired",
  consumed: "consumed",
  blocked: "blocked",
};
/** Events are called by the status that they lead to. */
const ends: ReadonlySet<string> = new Set(["failed", "cancelled", "expired", "blocked"]);
const schemeNames: Readonly<Record<Scheme, { scheme: string; currency: string }>> = {
  bacs: { scheme: "bacs", currency: "GBP" },
  sepa: { scheme: "sepa_core", currency: "EUR" },
};

export function gocardlessDebits({ webhookSecret, ...settings }: GocardlessSettings): DebitProvider {
  const call = gocardlessApi(settings);
  const at = (kind: string, ref: string) => `/${kind}/${encodeURIComponent(ref)}`;
  const act = (ref: string, action: string, data: object = {}) =>
    call("POST", `${at("billing_requests", ref)}/actions/${action}`, requestShape, { json: { data } });
  const readRequest = async (ref: string) =>
    (await call("GET", at("billing_requests", ref), requestShape)).billing_requests;

  async function whyEnded(ref: string, action: string): Promise<SeenMandate["failure"]> {
    const wanted = new URLSearchParams({ mandate: ref, resource_type: "mandates", action, limit: "1" });
    const { events } = await call("GET", `/events?${wanted.toString()}`, eventsShape);
    return failureOf(events[0]?.details ?? {});
  }

  return {
    id: "gocardless",
    name: "GoCardless",
    async prepare({ key, scheme, payer, account }) {
      const json = { billing_requests: { mandate_request: schemeNames[scheme] } };
      const { billing_requests } = await call("POST", "/billing_requests", requestShape, { json, key });
      await act(billing_requests.id, "collect_customer_details", toCustomer(payer)).catch(orAccountRefused);
      await act(billing_requests.id, "collect_bank_account", toAccount(account)).catch(orAccountRefused);
      await act(billing_requests.id, "confirm_payer_details");
      return billing_requests.id;
    },
    async begin(ref) {
      let request = await readRequest(ref);
      if (request.status === "ready_to_fulfil") request = (await act(ref, "fulfil")).billing_requests;
      const begun = request.links?.mandate_request_mandate;
      if (begun) return begun;
      if (request.status.startsWith("fulfil")) throw new VendorUnavailable("GoCardless is still beginning it");
      throw new VendorRefusal(409, request.status, "GoCardless did not begin the direct debit.");
    },
    findBegun: async (ref) => (await readRequest(ref)).links?.mandate_request_mandate ?? undefined,
    async read(ref) {
      const { mandates: mandate } = await call("GET", at("mandates", ref), mandateShape);
      const account = at("customer_bank_accounts", mandate.links.customer_bank_account);
      const { customer_bank_accounts: found } = await call("GET", account, accountShape);
      return {
        ref: mandate.id,
        // What GoCardless may add later cannot be charged until we know it.
        status: statuses[mandate.status] ?? "suspended",
        reference: mandate.reference ?? null,
        bankName: found.bank_name ?? null,
        ending: /^\w{2,4}$/.exec(found.account_number_ending ?? "")?.[0] ?? null,
        nextChargeOn: mandate.next_possible_charge_date ?? null,
        failure: ends.has(mandate.status) ? await whyEnded(ref, mandate.status) : null,
      };
    },
    async cancel(ref) {
      await call("POST", `${at("mandates", ref)}/actions/cancel`, mandateShape, { json: { data: {} } }).catch(orOver);
    },
    book: gocardlessBook(call),
    charges: gocardlessCharges(call),
    verify: (raw) => refsOf(raw, webhookSecret),
  };
}

function toCustomer({ name, contactName, email, address }: DebitPayer) {
  const [given_name = name, ...others] = contactName.split(" ").filter((word) => word !== "");
  const { line1, line2, city, postcode, country } = address;
  return {
    customer: { company_name: name, given_name, family_name: others.join(" ") || name, email },
    customer_billing_detail: {
      address_line1: line1,
      ...(line2 !== "" && { address_line2: line2 }),
      city,
      postal_code: postcode,
      country_code: country,
    },
  };
}

const toAccount = (account: DebitAccount) => ({
  account_holder_name: account.holder,
  ...("iban" in account
    ? { iban: account.iban }
    : { branch_code: account.sortCode, account_number: account.accountNumber, country_code: "GB" }),
});

const unknown = "Direct debits cannot be taken from this account. Please check it on a statement, or use another one.";
const lacking = "Your company’s address and billing email must be complete. Please add them under My business first.";
/** What is said of each of their fields, and at which of ours. */
const fields: Readonly<Record<string, [keyof AccountRefused["fields"], string | null]>> = {
  account_holder_name: ["holder", null],
  branch_code: ["sortCode", unknown],
  account_number: ["accountNumber", unknown],
  iban: ["iban", unknown],
  email: ["email", lacking],
  address_line1: ["address", lacking],
  city: ["address", lacking],
  postal_code: ["address", lacking],
  country_code: ["address", lacking],
};

function orAccountRefused(error: unknown): never {
  if (!(error instanceof GocardlessRefusal)) throw error;
  const refused = error.faults.flatMap(({ field = "", message }) => {
    const [ours, words] = fields[field] ?? ["holder", null];
    return [[ours, words ?? `This was refused: ${message}`] as const];
  });
  throw new AccountRefused(Object.fromEntries(refused.length > 0 ? refused : [["holder", error.message]]));
}

function orOver(error: unknown): void {
  if (!(error instanceof GocardlessRefusal && error.code === "cancellation_failed")) throw error;
}
