import type { SentOf } from "@tradewind/contract/endpoint.ts";
import { catalogue } from "@tradewind/contract/catalogue/products.ts";
import { orderRules } from "@tradewind/contract/ordering/order-rules.ts";
import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { requests } from "@tradewind/contract/ordering/requests.ts";
import { addCustomerOf, agreement } from "./order-story.ts";
import { yearly } from "./quote-story.ts";
import { signAgreements } from "./sign-agreements.ts";
import type { Person, TestApp } from "./test-app.ts";

/** The shared steps of tests of requests. A licence costs the customer £20 a month, so a year of it £240. */
export function requestStory(app: TestApp) {
  const setPrice = (person: Person, CustomerPrice: string | null) =>
    app.call(person, catalogue.setCustomerPrice, { params: { offerId: yearly }, body: { CustomerPrice } });

  type Rules = Omit<SentOf<typeof orderRules.save>["body"], "Version">;
  async function setRules(person: Person, customerId: string, rules: Partial<Rules>) {
    const params = { customerId };
    const { Version } = (await app.call(person, orderRules.ofCustomer, { params })).Result!;
    const freely = { Admins: "freely", AdminsLimit: null, Colleagues: "freely", ColleaguesLimit: null } as const;
    return app.call(person, orderRules.save, { params, body: { ...freely, SecondPerson: false, ...rules, Version } });
  }

  /** A reseller with a customer and its admin, who sees its prices and may order only by request unless said otherwise. */
  async function begin(rules: Partial<Rules> = { Admins: "byRequest" }, reseller?: Person) {
    const owner = reseller ?? (await app.signIn());
    await signAgreements(app, owner);
    const customerId = await addCustomerOf(app, owner);
    await setPrice(owner, "20");
    await setRules(owner, customerId, rules);
    const { resellerId } = owner;
    await app.sql("update resellers set show_own_prices = true where id = $1", [resellerId]);
    const admin = await app.signIn({
      kind: "endUserAdmin",
      resellerId,
      customerId,
      rights: ["home", "customers", "manageService", "marketplaceOrder", "addProducts"],
    });
    return { owner, admin, customerId };
  }

  const licences = (Quantity: number): WireChange => ({
    Kind: "add",
    Lines: [{ Key: "a", OfferId: yearly, Quantity }],
  });
  const wanted = (CustomerId: string, Change: WireChange = licences(1), InstanceId: string | null = null) => ({
    CustomerId,
    ProductId: "microsoft-365",
    InstanceId,
    Details: InstanceId ? {} : agreement,
    Change,
  });
  type Wanted = ReturnType<typeof wanted>;
  const propose = (person: Person, body: Wanted) => app.call(person, orders.propose, { body });
  const hashed = async (person: Person, body: Wanted) => ({
    ...body,
    ProposalHash: (await propose(person, body)).Result!.Hash,
  });
  const place = async (person: Person, body: Wanted) =>
    app.call(person, orders.place, { body: await hashed(person, body) });
  const ask = async (person: Person, body: Wanted, Note = "For the new starter") =>
    app.call(person, requests.ask, { body: { ...(await hashed(person, body)), Note } });
  /** Sends a request and returns its id. */
  const asked = async (person: Person, body: Wanted) => (await ask(person, body)).Result!.Id;
  const read = (person: Person, requestId: string) => app.call(person, requests.byId, { params: { requestId } });
  /** Approves a request as it is shown now. */
  async function approve(person: Person, requestId: string, ProposalHash?: string) {
    const hash = ProposalHash ?? (await read(person, requestId)).Result!.Present!.Hash;
    return app.call(person, requests.approve, { params: { requestId }, body: { ProposalHash: hash } });
  }
  return { begin, setPrice, setRules, licences, wanted, propose, hashed, place, ask, asked, read, approve };
}
