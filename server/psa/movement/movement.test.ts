import { monolithPsa, psa } from "@tradewind/contract/psa/psa.ts";
import { addDays, monthOf } from "@tradewind/domain/values/dates.ts";
import { beforeAll, expect, test } from "vitest";
import { switchOnFlags } from "../../test/flags.ts";
import { psaMovement, sku } from "../../test/psa-movement.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
beforeAll(() => switchOnFlags(app));
const { today, month, before, addCustomer, world, reportOf, ofAcme, wanted, isWritten, set, quantityInPsa } =
  psaMovement(app, worker);

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
