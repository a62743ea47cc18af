import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { signAgreements } from "./sign-agreements.ts";
import type { Person, TestApp } from "./test-app.ts";
import type { TestWorker } from "./test-worker.ts";

/** The person who accepted Microsoft's own agreement, as the journey requires. */
export const agreement = {
  AgreementName: "Ada Lovelace",
  AgreementEmail: "ada@acme.example",
  AgreementDate: "2026-01-01",
};

/** What a cloud server is to be. */
export const serverWanted = {
  ServerName: "files-1",
  Image: "debian-12",
  Region: "gb",
  Backup: "yes",
  ConsoleUser: "ada@acme.example",
};

/** Adds a customer about whom everything is known that an order needs. */
export async function addCustomerOf(app: TestApp, person: Person, name = `Acme ${crypto.randomUUID().slice(0, 6)}`) {
  const { Result } = await app.call(person, customerForms.add, {
    body: {
      name,
      organisationTypes: ["Commercial"],
      Address1: "1 High Street",
      TownCity: "Leeds",
      PostCode: "LS1 1AA",
      ContactName: "Ada Lovelace",
      ContactEmail: "ada@acme.example",
    },
  });
  return Result!.customerId;
}

/** Where goods go, as the journey requires. */
export const deliverTo = {
  AddressType: "0",
  Address1: "1 High Street",
  TownCity: "Leeds",
  PostCode: "LS1 1AA",
  Telephone: "01234 567 890",
};

/**
 * The shared steps of order tests: a reseller who may order, a customer, an offer, an order and its outcome, for which
 * alone a worker is needed.
 */
export function orderStory(app: TestApp, worker?: Pick<TestWorker, "until">) {
  async function signInSigned(): Promise<Person> {
    const person = await app.signIn();
    await signAgreements(app, person);
    return person;
  }

  const addCustomer = (person: Person, name?: string) => addCustomerOf(app, person, name);

  /** Finds the first matching offer of Microsoft 365. */
  async function offer(person: Person, customerId: string, wanted: { term: string; billing: string; addOn?: boolean }) {
    const { Result } = await app.call(person, orders.journey, {
      params: { by: "product", name: "microsoft-365" },
      query: { CustomerId: customerId, Action: "Add" },
    });
    const items = Result!.Steps.flatMap((step) => step.Items).filter(
      (item) => item.IsAddOn === (wanted.addOn ?? false) && item.NeedsOneOf.length === 0,
    );
    for (const item of items) {
      const found = item.Offers.find((each) => each.Term === wanted.term && each.Billing === wanted.billing);
      if (found && item.Minimum <= 1) return found;
    }
    throw new Error("no such offer");
  }

  async function order(
    person: Person,
    customerId: string,
    change: WireChange,
    rest: { InstanceId?: string; ProductId?: string; UserId?: string; Details?: Record<string, string | boolean> } = {},
  ) {
    const asks = change.Kind === "add" && !rest.InstanceId && !rest.ProductId;
    const Details = asks ? agreement : {};
    const wanted = { CustomerId: customerId, ProductId: "microsoft-365", Details, Change: change, ...rest };
    const proposal = await app.call(person, orders.propose, { body: wanted });
    if (!proposal.Succeed) return { proposal, placed: proposal as never };
    const placed = await app.call(person, orders.place, { body: { ...wanted, ProposalHash: proposal.Result!.Hash } });
    return { proposal, placed };
  }

  const status = async (person: Person, instanceId: string) =>
    (await app.call(person, services.byId, { params: { instanceId } })).Result!;
  const becomes = (person: Person, instanceId: string, wanted: string) =>
    worker!.until(async () => {
      const found = await status(person, instanceId);
      return found.Service.Status === wanted && found;
    }, `service ${wanted}`);

  return { signInSigned, addCustomer, offer, order, status, becomes };
}
