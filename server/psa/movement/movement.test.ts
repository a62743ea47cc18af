import { monolithPsa, psa } from "@tradewind/contract/psa/psa.ts";
import { psaTypes } from "@tradewind/domain/psa/sync.ts";
import { addDays, addMonths, monthOf } from "@tradewind/domain/values/dates.ts";
import { beforeAll, expect, test } from "vitest";
import { switchOnFlags } from "../../test/flags.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
beforeAll(() => switchOnFlags(app));

const today = app.platform.clock.today();
const month = monthOf(today).from;
const before = addMonths(month, -2);
const sku = "CFQ7TTC0LCHC:0002";
const keys = { user: "public-key", secret: "a-long-secret", clientId: "a-client-id" };

type Entry = { day: string; kind: string; quantity?: number; customerPrice?: string };
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

test("PSA-28 PSA-45 PSA-46 movement of a month answers its items, its dates and the months to choose from", async () => {
  const { person, acme, bert } = await world();
  expect((await app.call(person, psa.dateRange)).Result).toEqual({ response: [month, before] });
  const answer = await app.call(person, psa.productMovement, { query: { date: today } });
  expect(answer.Result).toEqual({
    synchronization: { status: "Completed" },
    response: {
      reportStartDate: month,
      reportEndDate: addDays(monthOf(today).until, -1),
      agreements: [{ id: "12", name: "Cloud services", nextInvoice: "90.5000" }],
      results: [
        {
          selected: true,
          cmCustomer: { id: acme, name: "Acme Dental" },
          product: { id: sku, name: "Business Premium" },
          previousQuantity: 5,
          newQuantity: 8,
          change: 3,
          previousPrice: null,
          newPrice: null,
          targetPrice: null,
          date: month,
          agreementLine: {
            id: "991",
            agreementId: "12",
            agreementName: "Cloud services",
            name: "Microsoft 365 Business Premium",
            quantity: "5",
            unitPrice: "18.1000",
          },
          obstacle: null,
          written: null,
        },
        {
          selected: false,
          cmCustomer: { id: bert, name: "Bert" },
          product: { id: sku, name: "Business Premium" },
          previousQuantity: 4,
          newQuantity: 0,
          change: -4,
          previousPrice: null,
          newPrice: null,
          targetPrice: null,
          date: month,
          agreementLine: null,
          obstacle: "The customer is not matched in the PSA.",
          written: null,
        },
      ],
    },
  });
  const earlier = await reportOf(person, addDays(before, 3));
  expect(earlier.results.map(({ cmCustomer, change }) => [cmCustomer.name, change])).toEqual([
    ["Acme Dental", 5],
    ["Bert", 4],
    ["Cora", 2],
  ]);
  expect(earlier.results[0]!.obstacle).toMatch(/changed again later/);
});

test("what one costs a customer moves as well, at its renewal or between, and is kept from whom prices are hidden", async () => {
  const { person } = await world();
  const between = addMonths(month, -1);
  const dora = await addCustomer(person, "Dora", [
    [
      { day: addMonths(before, -1), kind: "started", quantity: 5, customerPrice: "18.10" },
      { day: between, kind: "priceFixed", customerPrice: "18.60" },
      { day: month, kind: "renewed", quantity: 5, customerPrice: "19.00" },
    ],
  ]);
  await app.sql("update psa_customer_matches set customer_id = $2 where reseller_id = $1", [person.resellerId, dora]);
  expect((await app.call(person, psa.dateRange)).Result!.response).toEqual([
    month,
    between,
    before,
    addMonths(before, -1),
  ]);
  const ofDora = async (who: Person, date: string) =>
    (await reportOf(who, date)).results.find(({ cmCustomer }) => cmCustomer.id === dora);
  expect(await ofDora(person, between)).toMatchObject({ previousPrice: "18.1", newPrice: "18.6", date: between });
  expect(await ofDora(person, before)).toBeUndefined();
  expect((await ofDora(person, between))!.obstacle).toMatch(/changed again later/);
  const asItMoved = { change: 0, previousPrice: "18.6", newPrice: "19", date: month };
  // The PSA has a price that we never had, and keeps it.
  expect(await ofDora(person, month)).toMatchObject({
    ...asItMoved,
    selected: false,
    targetPrice: null,
    obstacle: "The PSA has this quantity already, at another price. See the reconciliation.",
  });
  await app.sql("update psa_lines set unit_price = 18.6 where reseller_id = $1", [person.resellerId]);
  expect(await ofDora(person, month)).toMatchObject({
    ...asItMoved,
    selected: true,
    targetPrice: "19.00",
  });
  await app.sql("update resellers set hide_pricing = true where id = $1", [person.resellerId]);
  const colleague = await app.signIn({ resellerId: person.resellerId });
  expect(await ofDora(colleague, month)).toMatchObject({
    previousPrice: null,
    newPrice: null,
    targetPrice: null,
    obstacle: "The PSA has this quantity already.",
  });
  // In another currency, nobody knows what it is in the PSA's.
  await app.sql("update resellers set hide_pricing = false where id = $1", [person.resellerId]);
  await app.sql("update subscriptions set currency = 'EUR' where customer_id = $1", [dora]);
  expect(await ofDora(person, month)).toBeUndefined();
});

/** What Acme has cost 18.10, which the PSA bills, and costs 19.00 since this month. */
async function fixPrices(acme: string) {
  for (const [day, customerPrice] of [
    [before, "18.10"],
    [month, "19.00"],
  ])
    await app.sql(
      `insert into subscription_history (reseller_id, subscription_id, effective_at, recorded_at, kind, data)
       select reseller_id, id, $2, $2, 'priceFixed', $3 from subscriptions where customer_id = $1`,
      [acme, `${day}T10:00:00Z`, JSON.stringify({ customerPrice })],
    );
}

test("the quantity alone is written for who sends no price, and what the PSA gives for nothing gets none", async () => {
  const { person, acme } = await world();
  await fixPrices(acme);
  const push = async (changes: object) =>
    (await app.call(person, psa.updateProductMovement, { body: wanted(acme, changes) })).Result!;
  expect(await push({})).toMatchObject({ Succeed: true });
  expect(await isWritten(person)).toMatchObject({ state: "Done", quantity: "8", price: null });
  expect(await lineInPsa()).toMatchObject({ quantity: 8, unitPrice: 18.1 });
  expect(await ofAcme(person)).toMatchObject({ selected: true, targetPrice: "19.00", obstacle: null });
  expect((await push({ lineQuantity: "8" })).Error).toMatch(/The PSA has this quantity already/);
  await app.sql("update psa_lines set unit_price = 0 where reseller_id = $1", [person.resellerId]);
  expect(await ofAcme(person)).toMatchObject({ selected: false, targetPrice: null });
});

test("a price is written with the quantity in one line, and one that was changed in the PSA meanwhile is told and left alone", async () => {
  const { person, acme } = await world();
  await fixPrices(acme);
  const push = async (changes: object) =>
    (await app.call(person, psa.updateProductMovement, { body: wanted(acme, changes) })).Result!;
  expect(await ofAcme(person)).toMatchObject({
    change: 3,
    previousPrice: "18.1",
    newPrice: "19",
    targetPrice: "19.00",
  });
  for (const other of [
    { linePrice: "18.1", targetPrice: "18.99" },
    { linePrice: "18", targetPrice: "19.00" },
  ])
    expect((await push(other)).Error).toMatch(/It changed since the report was opened/);
  await set("additions", 991, { unitPrice: 18.5 });
  expect(await push({ linePrice: "18.1000", targetPrice: "19.00" })).toMatchObject({ Succeed: true });
  expect(await isWritten(person)).toMatchObject({
    state: "Changed",
    message: "Its price was changed in ConnectWise meanwhile. Nothing was changed there.",
  });
  expect(await lineInPsa()).toMatchObject({ quantity: 5, unitPrice: 18.5 });
  const kept = { agreementLine: { unitPrice: "18.5000" }, targetPrice: null, obstacle: null };
  expect(await ofAcme(person)).toMatchObject(kept);
  await set("additions", 991, { unitPrice: 18.1 });
  await app.sql("update psa_lines set unit_price = 18.1 where reseller_id = $1 and ref = '991'", [person.resellerId]);
  expect(await push({ linePrice: "18.1000", targetPrice: "19.00" })).toMatchObject({ Succeed: true });
  await worker.until(async () => (await ofAcme(person)).written?.state === "Done", "the second write");
  expect(await ofAcme(person)).toMatchObject({
    written: { quantity: "8", price: "19.0000" },
    targetPrice: null,
    obstacle: "The PSA has this quantity already.",
  });
  expect(await lineInPsa()).toMatchObject({ quantity: 8, unitPrice: 19 });
});

test("what many products are one in the PSA moved counts together, and one quantity is written", async () => {
  const { person } = await world();
  const entries = [{ day: month, kind: "started", quantity: 4 }];
  const dora = await addCustomer(person, "Dora", [entries]);
  await app.sql("update psa_customer_matches set customer_id = $2 where reseller_id = $1", [person.resellerId, dora]);
  const made = await app.sql<{ id: string }>("select id from subscriptions where customer_id = $1", [dora]);
  await app.sql(
    `insert into subscriptions select (jsonb_populate_record(s, jsonb_build_object('id', $2::text, 'sku', 'A-PART', 'name', 'A part'))).*
     from subscriptions s where id = $1`,
    [made[0]!.id, crypto.randomUUID()],
  );
  await app.sql(
    `insert into subscription_history (reseller_id, subscription_id, effective_at, recorded_at, kind, data)
     select reseller_id, id, $2, $2, 'started', '{"quantity": 2}' from subscriptions where customer_id = $1 and sku = 'A-PART'`,
    [dora, `${before}T10:00:00Z`],
  );
  await app.sql(
    `insert into psa_product_matches (reseller_id, source, sku, product_ref, ignored)
     select reseller_id, source, 'A-PART', '77', false from psa_connections where reseller_id = $1`,
    [person.resellerId],
  );
  const found = (await reportOf(person)).results.find(({ cmCustomer }) => cmCustomer.id === dora);
  expect(found).toMatchObject({
    product: { name: "A part, Business Premium" },
    previousQuantity: 2,
    newQuantity: 6,
    agreementLine: { id: "991", quantity: "5" },
    obstacle: null,
  });
});

test("PSA-32 PSA-48 an update answers Succeed, Error and Errors, and the PSA has the quantity afterwards", async () => {
  const { person, acme, bert } = await world();
  const update = async (body: ReturnType<typeof wanted>) =>
    (await app.call(person, psa.updateProductMovement, { body })).Result!;
  expect(await update({ ...wanted(acme), results: [] })).toMatchObject({
    Succeed: false,
    Error: "Select at least one line.",
  });
  expect(await update(wanted(acme, { newQuantity: 9 }))).toEqual({
    Succeed: false,
    Error: "Acme Dental, Business Premium: It changed since the report was opened. Look at it again.",
    Errors: ["Acme Dental, Business Premium: It changed since the report was opened. Look at it again."],
  });
  expect(await update(wanted(bert, { newQuantity: 0 }))).toMatchObject({
    Succeed: false,
    Error: "Bert, Business Premium: The customer is not matched in the PSA.",
  });
  expect(await quantityInPsa()).toBe(5);
  expect(await update(wanted(acme))).toEqual({ Succeed: true, Error: null, Errors: [] });
  expect(await isWritten(person)).toMatchObject({ state: "Done", quantity: "8", message: null });
  expect(await quantityInPsa()).toBe(8);
  expect(await ofAcme(person)).toMatchObject({
    selected: false,
    obstacle: "The PSA has this quantity already.",
    agreementLine: { quantity: "8" },
  });
});

test("a line that changed in the PSA, and a period that is invoiced there, are told and left alone", async () => {
  const { person, acme } = await world();
  await set("additions", 991, { quantity: 6 });
  await app.call(person, psa.updateProductMovement, { body: wanted(acme) });
  expect(await isWritten(person)).toMatchObject({ state: "Changed", quantity: "6" });
  expect(await quantityInPsa()).toBe(6);
  await set("agreements", 12, { nextInvoiceDate: `${monthOf(today).until}T00:00:00Z` });
  const again = wanted(acme, { lineQuantity: "6" });
  await app.call(person, psa.updateProductMovement, { body: again });
  expect((await isWritten(person)).message).toMatch(
    /^This period is invoiced already in ConnectWise. The next day that is free is/,
  );
  expect(await quantityInPsa()).toBe(6);
  await app.call(person, psa.updateProductMovement, { body: { ...again, from: monthOf(today).until } });
  expect(
    (
      await worker.until(async () => {
        const { written } = await ofAcme(person);
        return written?.state === "Done" && written;
      }, "the third write")
    ).quantity,
  ).toBe("8");
});

test("a worker that died in the middle is taken up again, and nothing is written twice", async () => {
  const { person, acme } = await world();
  await worker.control("connectwise", "faults", {
    match: { method: "PATCH" },
    times: 1,
    fault: { kind: "commitThenReset" },
  });
  await app.call(person, psa.updateProductMovement, { body: wanted(acme) });
  // The same thing asked twice is one write.
  await app.call(person, psa.updateProductMovement, { body: wanted(acme) });
  expect(await isWritten(person)).toMatchObject({ state: "Done", quantity: "8" });
  const { entries } = (await worker.control("connectwise", "journal")) as { entries: { method: string }[] };
  expect(entries.filter(({ method }) => method === "PATCH")).toHaveLength(1);
  expect((await app.sql("select from psa_writes where reseller_id = $1", [person.resellerId])).length).toBe(1);
});

test("PSA-08 FLAG-20 without PSA-V2 the server has neither movement nor its dates", async () => {
  const person = await app.signIn();
  await app.sql("insert into reseller_flags (reseller_id, flag, enabled) values ($1, 'PSA-V2', false)", [
    person.resellerId,
  ]);
  for (const call of [psa.productMovement, psa.productMovementCsv, psa.updateProductMovement])
    expect((await app.call(person, call as typeof psa.productMovement, { query: { date: today } })).status).toBe(404);
  expect((await app.call(person, psa.dateRange)).status).toBe(404);
});

test("PSA-11 PSA-50 the CSV of movement has a line for each, and the old monolith lacks it and the dates", async () => {
  const { person } = await world();
  const file = await app.call(person, psa.productMovementCsv, { query: { date: today } });
  expect(file.text.split("\r\n").slice(0, 3)).toEqual([
    "Customer,Product,Previous quantity,New quantity,Change,Previous price,New price,Date,Agreement in the PSA,Quantity in the PSA,Unit price in the PSA",
    `Acme Dental,Business Premium,5,8,3,,,${month},Cloud services,5,18.1`,
    `Bert,Business Premium,4,0,-4,,,${month},,,`,
  ]);
  const lacking = await app.call(person, monolithPsa.dateRange);
  expect(lacking.Messages).toEqual(["This method is only supported for new PSA service implementation."]);
  expect((await app.call(person, monolithPsa.productMovement, { query: { date: today } })).Result!.response).toEqual(
    await reportOf(person),
  );
  await app.sql("update resellers set hide_pricing = true where id = $1", [person.resellerId]);
  const colleague = await app.signIn({ resellerId: person.resellerId });
  const hidden = await app.call(colleague, psa.productMovementCsv, { query: { date: today } });
  expect(hidden.text).not.toContain("18.1");
  const { results, agreements } = await reportOf(colleague);
  expect(results.flatMap(({ agreementLine }) => agreementLine?.unitPrice ?? [])).toEqual([]);
  expect(agreements.map(({ nextInvoice }) => nextInvoice)).toEqual(agreements.map(() => null));
});
