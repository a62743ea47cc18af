import { psa } from "@tradewind/contract/psa/psa.ts";
import { psaTypes } from "@tradewind/domain/psa/sync.ts";
import { addDays, addMonths, monthOf } from "@tradewind/domain/values/dates.ts";
import type { Person, TestApp } from "./test-app.ts";
import type { testWorker } from "./test-worker.ts";

export const sku = "CFQ7TTC0LCHC:0002";
const keys = { user: "public-key", secret: "a-long-secret", clientId: "a-client-id" };

type Entry = { day: string; kind: string; quantity?: number; customerPrice?: string };

/** A reseller at ConnectWise whose book moved this month, and what to do with its report. */
export function psaMovement(app: TestApp, worker: Awaited<ReturnType<typeof testWorker<never>>>) {
  const today = app.platform.clock.today();
  const month = monthOf(today).from;
  const before = addMonths(month, -2);

  /** Adds a customer with subscriptions of one product, by their histories. */
  async function addCustomer(person: Person, name: string, subscriptions: readonly (readonly Entry[])[]) {
    const [customer] = await app.sql<{ id: string }>(
      "insert into customers (reseller_id, name, domain, created_at) values ($1, $2, 'acme.example', '2026-01-01') returning id",
      [person.resellerId, name],
    );
    for (const entries of subscriptions) {
      const [made] = await app.sql<{ id: string }>(
        `with offer as (select id, product_id from offers where unit = 'Licence' order by id limit 1),
         service as (
           insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
           select $1, $2, product_id, 'Active', now(), now() from offer returning id)
         insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency,
           unit_cost, quantity, status, anchor_day, term_from, lots, term_end, policy_ids)
         select $1, $2, service.id, offer.product_id, offer.id, $3, 'Business Premium', 'P1M', 'monthly', 'GBP', 1, 1, 'active', 1,
           '2026-01-01', '[]', '{}', '{}' from service, offer returning id`,
        [person.resellerId, customer!.id, sku],
      );
      for (const { day, kind, ...data } of entries)
        await app.sql(
          "insert into subscription_history (reseller_id, subscription_id, effective_at, recorded_at, kind, data) values ($1, $2, $3, $3, $4, $5)",
          [person.resellerId, made!.id, `${day}T10:00:00Z`, kind, JSON.stringify(data)],
        );
    }
    return customer!.id;
  }
  const match = (person: Person, customerId: string, companyRef: string) =>
    app.sql(
      `insert into psa_customer_matches (reseller_id, source, customer_id, company_ref, ignored)
       select reseller_id, source, $2, $3, false from psa_connections where reseller_id = $1`,
      [person.resellerId, customerId, companyRef],
    );

  /** Acme has one line of five in the PSA, and had 5 + 2 + 1 here; Bert is not matched; Cora moved nothing this month. */
  async function world() {
    await worker.control("connectwise", "reset", {});
    const person = await app.signIn();
    await app.call(person, psa.updateSettings, {
      body: {
        type: psaTypes.connectWise,
        address: worker.simulators.urls.connectwise,
        company: "harbour",
        keys,
        defaultAgreementType: "",
        enabled: true,
      },
    });
    await app.call(person, psa.refreshAll);
    await worker.until(
      async () =>
        (await app.call(person, psa.syncStatus)).Result!.response.find(({ kind }) => kind === "all")!.status ===
        "Completed",
      "the end of reading",
    );
    const acme = await addCustomer(person, "Acme Dental", [
      [
        { day: before, kind: "started", quantity: 5 },
        { day: month, kind: "renewed", quantity: 5 },
        { day: month, kind: "seatsAdded", quantity: 2 },
      ],
      [{ day: month, kind: "started", quantity: 1 }],
    ]);
    const bert = await addCustomer(person, "Bert", [
      [
        { day: before, kind: "started", quantity: 4 },
        { day: month, kind: "cancelled" },
      ],
    ]);
    await addCustomer(person, "Cora", [
      [
        { day: before, kind: "started", quantity: 3 },
        { day: addDays(before, 1), kind: "seatsRemoved", quantity: 1 },
        { day: month, kind: "renewed", quantity: 2 },
      ],
    ]);
    await match(person, acme, "250");
    await app.sql(
      `insert into psa_service_matches (reseller_id, source, sku, product_ref, ignored)
       select reseller_id, source, $2, '77', false from psa_connections where reseller_id = $1`,
      [person.resellerId, sku],
    );
    return { person, acme, bert };
  }
  const reportOf = async (person: Person, date = today) =>
    (await app.call(person, psa.productMovement, { query: { date } })).Result!.response;
  const ofAcme = async (person: Person) =>
    (await reportOf(person)).results.find(({ cmCustomer }) => cmCustomer.name === "Acme Dental")!;
  const wanted = (acme: string, changes: object = {}) => ({
    date: today,
    results: [{ cmCustomerId: acme, productId: sku, lineQuantity: "5", newQuantity: 8, ...changes }],
  });
  const isWritten = (person: Person) =>
    worker.until(async () => {
      const { written } = await ofAcme(person);
      return written !== null && written.state !== "New" && written;
    }, "the end of the write");
  const set = (list: string, id: number, values: object) =>
    worker.control("connectwise", "act", { action: "set", list, id, values });
  const lineInPsa = async () => {
    const headers = {
      authorization: `Basic ${Buffer.from("harbour+public-key:a-long-secret").toString("base64")}`,
      clientid: "a-client-id",
      accept: "application/vnd.connectwise.com+json; version=2022.1",
    };
    const base = `${worker.simulators.urls.connectwise}/v4_6_release/apis/3.0/finance/agreements/12/additions/991`;
    return (await (await fetch(base, { headers })).json()) as { quantity: number; unitPrice: number };
  };
  const quantityInPsa = async () => (await lineInPsa()).quantity;

  return {
    today,
    month,
    before,
    addCustomer,
    match,
    world,
    reportOf,
    ofAcme,
    wanted,
    isWritten,
    set,
    lineInPsa,
    quantityInPsa,
  };
}
