import { psa } from "@tradewind/contract/psa/psa.ts";
import { addMonths } from "@tradewind/domain/values/dates.ts";
import { beforeAll, expect, test } from "vitest";
import { switchOnFlags } from "../../test/flags.ts";
import { psaMovement } from "../../test/psa-movement.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
beforeAll(() => switchOnFlags(app));
const { month, before, addCustomer, world, reportOf, ofAcme, wanted, isWritten, set, lineInPsa } = psaMovement(
  app,
  worker,
);

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
