import { randomUUID } from "node:crypto";
import { paymentMethods } from "@tradewind/contract/billing/payment-methods.ts";
import { myBusiness } from "@tradewind/contract/billing/my-business.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { afterAll, afterEach, expect, test } from "vitest";
import { openDatabase } from "../../platform/database.ts";
import { addCharges } from "../../test/charges.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { issueInvoicesDue } from "../invoices/invoice-run.actions.ts";

const app = await testApp();
const worker = await testWorker(app);
const database = openDatabase(app.database.workerUrl, { max: 1 });
afterAll(() => database.close());
const zuora = (what: string, body?: unknown) => worker.control("zuora", what, body);
Object.assign(app.platform, { vault: worker.platform.vault });
afterEach(() => fetch(`${worker.simulators.urls.zuora}/__sim/faults`, { method: "DELETE" }));

const visa = { cardNumber: "4111111111111111", cardHolderName: "Nora Wind", expires: "12/30", cvv: "123" };
const mastercard = { ...visa, cardNumber: "5555555555554444" };
const amex = { ...visa, cardNumber: "378282246310005" };

type Told = { success: boolean; refId: string; token: string; signature: string };
const authorise = (person: Person, Currency: "GBP" | "EUR" | undefined = "GBP") =>
  app.call(person, paymentMethods.authorisePage, { query: Currency ? { Currency } : {} });
async function enter(person: Person, fields: object = visa, currency: "GBP" | "EUR" | null = "GBP") {
  const page = (await app.call(person, paymentMethods.authorisePage, { query: currency ? { Currency: currency } : {} }))
    .Result!;
  const given = { token: page.Token, signature: page.Signature, id: page.PageId, tenantId: page.TenantId };
  const told = (await zuora("act", { action: "submit", fields: { ...given, ...fields } })) as Told;
  return { RefId: told.refId, Token: told.token, Signature: told.signature };
}
const add = (person: Person, body: InputOf<typeof paymentMethods.add>["body"]) =>
  app.call(person, paymentMethods.add, { body });
const addCard = async (person: Person, fields: object = visa) =>
  (await add(person, await enter(person, fields))).Result!.Id;
const cards = async (person: Person, PaymentMethodStatus: "Active" | "Closed" = "Active") =>
  (await app.call(person, paymentMethods.cards, { query: { PaymentMethodStatus } })).Result!.Items;
const options = async (person: Person) => (await app.call(person, paymentMethods.options)).Result!;
const byCard = { autoPay: false, paymentTerm: "Net 14", paymentMethodType: "CreditCard" } as const;
const byBank = { ...byCard, paymentMethodType: "BankTransfer" } as const;
const update = (person: Person, body: InputOf<typeof paymentMethods.update>["body"]) =>
  app.call(person, paymentMethods.update, { body });
const cancel = (person: Person, ...ids: string[]) => app.call(person, paymentMethods.cancel, { body: { ids } });
const switchAmex = (on: boolean) =>
  app.sql("update feature_flags set enabled = $1 where name = 'BillingPlatformPaymentAmex'", [on]);
const fault = (path: string, method: string) =>
  zuora("faults", { match: { path, method }, times: 1, fault: { kind: "status", status: 500 } });

test("BILL-11 BILL-12 BILL-13 cards of a status are listed newest first, with what a card has", async () => {
  const person = await app.signIn();
  expect(await cards(person)).toEqual([]);
  const ids = [await addCard(person), await addCard(person, mastercard), await addCard(person)];
  await app.sql("update payment_methods set created_at = created_at - interval '1 day' where id = $1", [ids[1]]);
  const listed = await cards(person);
  expect(listed.map(({ Id }) => Id)).toEqual([ids[2], ids[0], ids[1]]);
  expect(
    listed
      .map(({ CreatedDate }) => CreatedDate)
      .toSorted()
      .toReversed(),
  ).toEqual(listed.map(({ CreatedDate }) => CreatedDate));
  expect(listed[2]).toEqual({
    Id: ids[1],
    PaymentMethodStatus: "Active",
    CreatedDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    Brand: "MasterCard",
    LastFour: "4444",
    ExpiryMonth: 12,
    ExpiryYear: 2030,
    IsDefault: false,
  });
  await cancel(person, ids[0]!);
  expect((await cards(person)).map(({ Id }) => Id)).toEqual([ids[2], ids[1]]);
  expect(await cards(person, "Closed")).toMatchObject([{ Id: ids[0], PaymentMethodStatus: "Closed" }]);
});

test("BILL-17 BILL-18 BILL-30 the page is authorised for a card with its currency, and for a direct debit without", async () => {
  const person = await app.signIn();
  const card = (await authorise(person)).Result!;
  expect(Object.keys(card).toSorted()).toEqual([
    "Key",
    "PageId",
    "Signature",
    "TenantId",
    "Token",
    "Url",
    "ZuoraAccountId",
  ]);
  expect(card.PageId).toBe(worker.simulators.settings["ZUORA_CARD_PAGE_GBP"]);
  expect((await authorise(person)).Result).not.toMatchObject({ Token: card.Token });
  const debit = (await app.call(person, paymentMethods.authorisePage)).Result!;
  expect(debit).toMatchObject({
    PageId: worker.simulators.settings["ZUORA_DEBIT_PAGE"],
    ZuoraAccountId: card.ZuoraAccountId,
  });
  expect((await authorise(person, "EUR")).Errors).toEqual({ Currency: "Must be the currency of your account" });
  const irish = await app.signIn({ currency: "EUR" });
  expect((await authorise(irish, "EUR")).Result).toMatchObject({
    PageId: worker.simulators.settings["ZUORA_CARD_PAGE_EUR"],
  });
});

test("BILL-15 BILL-16 FLAG-11 an American Express is refused and closed at the vault, until its flag is on", async () => {
  const person = await app.signIn();
  const entered = await enter(person, amex);
  const refused = await add(person, entered);
  expect(refused).toMatchObject({ status: 409, Error: "cardBrandNotTaken" });
  expect(refused.Messages).toEqual([
    "Cards of this kind are not taken, so it was not saved. Please use one of Visa, Mastercard.",
  ]);
  expect(await worker.platform.vault!.read(entered.RefId)).toBeUndefined();
  expect(await cards(person)).toEqual([]);
  expect((await options(person)).AcceptedBrands).toEqual(["Visa", "MasterCard"]);
  expect((await add(person, entered)).Error).toBe("paymentPageNotGenuine");
  await switchAmex(true);
  const later = await app.signIn();
  await addCard(later, amex);
  expect(await cards(later)).toMatchObject([{ Brand: "AmericanExpress", LastFour: "0005" }]);
  expect((await options(later)).AcceptedBrands).toEqual(["Visa", "MasterCard", "AmericanExpress"]);
  await switchAmex(false);
});

test("what comes back is believed only where the page signed it for an opening of this company, once, and the vault has it", async () => {
  const [person, stranger] = [await app.signIn(), await app.signIn()];
  const [mine, theirs] = [await enter(person), await enter(stranger)];
  const refusals = [
    { ...mine, RefId: theirs.RefId },
    { ...mine, RefId: "unheard" },
    { ...mine, Signature: theirs.Signature },
    { ...mine, Signature: "bm90aGluZw==" },
    { ...mine, Token: "another" },
    theirs,
  ];
  for (const body of refusals) expect((await add(person, body)).Error).toBe("paymentPageNotGenuine");
  expect(await cards(person)).toEqual([]);
  const both = await Promise.all([add(person, mine), add(person, mine)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await add(person, mine)).Error).toBe("paymentPageNotGenuine");
  expect(await cards(person)).toHaveLength(1);
  await zuora("act", { action: "spoil", what: "callback" });
  expect((await add(person, await enter(person))).Error).toBe("paymentPageNotGenuine");
  expect(await cards(person)).toHaveLength(1);
});

test("an answer that is older than half an hour is refused", async () => {
  const person = await app.signIn();
  const entered = await enter(person);
  const { clock } = app.platform;
  const soon = clock.now.bind(clock);
  Object.assign(clock, { now: () => new Date(soon().getTime() + 31 * 60_000) });
  expect((await add(person, entered)).Error).toBe("paymentPageNotGenuine");
  Object.assign(clock, { now: soon });
  expect((await add(person, entered)).status).toBe(200);
});

test("BILL-21 BILL-23 BILL-24 BILL-25 how a company pays is kept at the vault and here; the others are closed afterwards", async () => {
  const person = await app.signIn();
  expect(await options(person)).toMatchObject({
    AutoPay: false,
    DefaultPaymentMethodId: null,
    CanAdd: ["card", "directDebit"],
  });
  const [old, kept] = [await addCard(person), await addCard(person, mastercard)];
  const saved = await update(person, { ...byCard, autoPay: true, defaultPaymentMethodId: kept });
  expect(saved.Result).toMatchObject({
    AutoPay: true,
    PaymentTerm: "Net 14",
    PaymentMethodType: "CreditCard",
    DefaultPaymentMethodId: kept,
  });
  expect(await options(person)).toEqual(saved.Result);
  expect((await cancel(person, kept)).Error).toBe("paymentMethodIsDefault");
  expect((await cancel(person, old)).Result).toEqual({ Closed: [old] });
  expect(await cards(person)).toMatchObject([{ Id: kept, IsDefault: true }]);
  const { entries } = (await zuora("journal?since=0")) as { entries: { method: string; path: string; body: object }[] };
  const put = entries.findLast(({ method, path }) => method === "PUT" && path.startsWith("/v1/accounts/"))!;
  expect(put.body).toMatchObject({
    // It is ours to collect: the vault is not to charge or try again by itself.
    autoPay: false,
    paymentTerm: "Net 14",
    defaultPaymentMethodId: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  await update(person, { ...byCard, defaultPaymentMethodId: kept });
  expect(await options(person)).toMatchObject({ AutoPay: false });
});

test("BILL-21 BILL-27 BILL-32 a direct debit as default is a bank transfer, and all cards are closed by their ids", async () => {
  const person = await app.signIn();
  const ids = [await addCard(person), await addCard(person, mastercard)];
  const debit = await add(
    person,
    await enter(person, { accountHolder: "Harbour IT", sortCode: "200000", accountNumber: "55779911" }, null),
  );
  expect((await options(person)).DirectDebit).toMatchObject({
    Id: debit.Result!.Id,
    LastFour: "9911",
    IsDefault: false,
  });
  expect((await cards(person)).map(({ Id }) => Id).toSorted()).toEqual(ids.toSorted());
  const wrong = await update(person, { ...byCard, defaultPaymentMethodId: debit.Result!.Id });
  expect(wrong.Errors).toEqual({ paymentMethodType: "Must be that of the default payment method" });
  await update(person, { ...byBank, autoPay: true, defaultPaymentMethodId: debit.Result!.Id });
  expect((await cancel(person, ...ids)).Result!.Closed.toSorted()).toEqual(ids.toSorted());
  expect(await options(person)).toMatchObject({ PaymentMethodType: "BankTransfer", DirectDebit: { IsDefault: true } });
  expect(await cards(person)).toEqual([]);
  expect(await cards(person, "Closed")).toHaveLength(2);
});

test("BILL-26 where the vault fails, `Update payment methods failed.` is said, and what was done stays done", async () => {
  const person = await app.signIn();
  const [first, second, third] = [await addCard(person), await addCard(person), await addCard(person)];
  await fault("/v1/accounts", "PUT");
  const failed = await update(person, { ...byCard, defaultPaymentMethodId: first });
  expect(failed).toMatchObject({ Error: "paymentMethodsNotUpdated", Messages: ["Update payment methods failed."] });
  expect(await options(person)).toMatchObject({ DefaultPaymentMethodId: null });
  await update(person, { ...byCard, defaultPaymentMethodId: first });
  await fault("/v1/payment-methods", "DELETE");
  expect((await cancel(person, second, third)).Messages).toEqual(["Update payment methods failed."]);
  expect(await cards(person)).toHaveLength(2);
  expect(await options(person)).toMatchObject({ DefaultPaymentMethodId: first });
  await cancel(person, second, third);
  expect(await cards(person)).toMatchObject([{ Id: first }]);
});

test("what cannot be is refused: more time than granted, automatic payment by nothing, a closed card, another's", async () => {
  const [person, stranger] = [await app.signIn(), await app.signIn()];
  await app.sql("update resellers set payment_term_days = 14 where id = $1", [person.resellerId]);
  expect(await options(person)).toMatchObject({ GrantedDays: 14, PaymentTerms: ["Due Upon Receipt", "Net 14"] });
  expect((await update(person, { ...byBank, paymentTerm: "Net 30", defaultPaymentMethodId: null })).Errors).toEqual({
    paymentTerm: "Must be no later than you were granted",
  });
  expect((await update(person, { ...byBank, autoPay: true, defaultPaymentMethodId: null })).Error).toBe(
    "autoPayNeedsMethod",
  );
  const closed = await addCard(person);
  await cancel(person, closed);
  expect((await update(person, { ...byCard, defaultPaymentMethodId: closed })).Errors).toEqual({
    defaultPaymentMethodId: "Must be an active payment method",
  });
  const theirs = await addCard(stranger);
  expect((await update(person, { ...byCard, defaultPaymentMethodId: theirs })).status).toBe(404);
  expect((await cancel(person, theirs)).status).toBe(404);
  expect((await cancel(person, randomUUID())).status).toBe(404);
  expect(await cards(stranger)).toHaveLength(1);
});

test("whoever saves while somebody else did meanwhile overwrites nothing unseen", async () => {
  const person = await app.signIn();
  await addCard(person);
  const vault = app.platform.vault!;
  const meanwhile = async (...given: Parameters<typeof vault.save>) => {
    Object.assign(app.platform, { vault });
    await update(person, { ...byBank, paymentTerm: "Net 30", defaultPaymentMethodId: null });
    await vault.save(...given);
  };
  Object.assign(app.platform, { vault: { ...vault, save: meanwhile } });
  const late = await update(person, { ...byBank, defaultPaymentMethodId: null });
  expect(late.Error).toBe("paymentMethodsNotUpdated");
  expect(await options(person)).toMatchObject({ PaymentTerm: "Net 30" });
});

test("an invoice is due by the term that the company chose, and never later than it was granted", async () => {
  const dueAfter = async (paymentTerm: "Net 14" | null, granted: number) => {
    const person = await app.signIn();
    if (paymentTerm) await update(person, { ...byBank, paymentTerm, defaultPaymentMethodId: null });
    await app.sql("update resellers set payment_term_days = $2 where id = $1", [person.resellerId, granted]);
    await addCharges(app, person.resellerId, [
      { customer: "Acme", product: "microsoft-365", due: "2026-02-03", minor: 1200, quantity: 1 },
    ]);
    await issueInvoicesDue({ ...app.platform, database }, "2026-03-01");
    const [row] = await app.sql<{ days: number }>(
      "select due_on - issued_on as days from invoices where reseller_id = $1",
      [person.resellerId],
    );
    return row!.days;
  };
  expect(await dueAfter("Net 14", 30)).toBe(14);
  expect(await dueAfter(null, 30)).toBe(30);
  expect(await dueAfter("Net 14", 7)).toBe(7);
});

test("BILL-22 BILL-38 business data says which way of paying is preferred", async () => {
  const person = await app.signIn();
  const preferred = async () => (await app.call(person, myBusiness.current)).Result!.BillingDetails;
  expect(await preferred()).toEqual({ PreferredPaymentMethod: null });
  const card = await addCard(person);
  expect(await preferred()).toEqual({ PreferredPaymentMethod: null });
  await update(person, { ...byCard, defaultPaymentMethodId: card });
  expect(await preferred()).toEqual({ PreferredPaymentMethod: "CreditCard" });
  await update(person, { ...byBank, defaultPaymentMethodId: null });
  expect(await preferred()).toEqual({ PreferredPaymentMethod: "BankTransfer" });
});

test("who looks after a part of the company only, or may not see billing, is refused; without a vault nothing is added", async () => {
  const boss = await app.signIn();
  const engineer = await app.signIn({ kind: "engineer", resellerId: boss.resellerId });
  await app.sql("update memberships set only_products = '{microsoft-365}' where id = $1", [engineer.membershipId]);
  for (const call of [paymentMethods.options, paymentMethods.authorisePage] as const)
    expect((await app.call(engineer, call)).Error).toBe("PermissionNotFound");
  const without = await app.signIn({ rights: ["settings"] });
  expect((await app.call(without, paymentMethods.options)).Error).toBe("PermissionNotFound");
  const { vault } = app.platform;
  Object.assign(app.platform, { vault: undefined });
  expect((await authorise(boss)).Error).toBe("paymentMethodsOff");
  expect((await options(boss)).CanAdd).toEqual([]);
  Object.assign(app.platform, { vault });
  await zuora("faults", { match: { path: "/v1/rsa-signatures" }, times: 1, fault: { kind: "reset" } });
  expect(await authorise(boss)).toMatchObject({ status: 503, Error: "paymentPageDown" });
});
