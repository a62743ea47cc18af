import { directDebits } from "@tradewind/contract/billing/direct-debits.ts";
import { paymentMethods } from "@tradewind/contract/billing/payment-methods.ts";
import type { SentOf } from "@tradewind/contract/endpoint.ts";
import { afterEach, expect, test } from "vitest";
import { sendWebhooks } from "../../test/debiting.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { watchMandates } from "./direct-debits.jobs.ts";

const app = await testApp();
const worker = await testWorker(app);
Object.assign(app.platform, { debits: worker.platform.debits, vault: worker.platform.vault });
const portal = await app.app.listen({ port: 0, host: "127.0.0.1" });
const webhookUrl = `${portal}/api/webhooks/direct-debits/gocardless`;
await worker.control("gocardless", "seed", { webhookUrl });

const gocardless = (what: string, body?: unknown) => worker.control("gocardless", what, body);
afterEach(async () => {
  await fetch(`${worker.simulators.urls.gocardless}/__sim/faults`, { method: "DELETE" });
  await gocardless("webhooks/release", {});
  await gocardless("webhooks", { mode: "auto" });
});
const fault = (match: object, of: object = { kind: "commitThenReset" }) => gocardless("faults", { match, fault: of });

type Body = SentOf<typeof directDebits.authorise>["body"];
const account: Body = {
  AccountHolderName: "Harbour IT",
  SortCode: "20-00-00",
  AccountNumber: "55779911",
  Confirmed: true,
};
const authorise = (person: Person, changes: Partial<Body> = {}) =>
  app.call(person, directDebits.authorise, { body: { ...account, ...changes } });
const status = async (person: Person) => (await app.call(person, directDebits.status)).Result!;
const cancel = (person: Person) => app.call(person, directDebits.cancel);
/** What waits for its next try is tried at once. */
const hurry = () =>
  app.sql(
    "update pgboss.job set start_after = now() where name = 'directDebits.look' and state in ('created', 'retry')",
  );
const becomes = (person: Person, wanted: string) =>
  worker.until(async () => {
    await hurry();
    const found = await status(person);
    return found.Status === wanted && found;
  }, `the direct debit to be ${wanted}`);
const options = async (person: Person) => (await app.call(person, paymentMethods.options)).Result!;
const refOf = async ({ resellerId }: Person) =>
  (
    await app.sql<{ mandate_ref: string }>(
      "select mandate_ref from mandates where reseller_id = $1 order by id desc limit 1",
      [resellerId],
    )
  )[0]!.mandate_ref;
/** Somebody whose company has all that the provider asks for. */
async function company(changes: Parameters<typeof app.signIn>[0] = {}, contact = "Nora Wind") {
  const person = await app.signIn(changes);
  await app.sql(
    "update resellers set address1 = '1 High Street', town_city = 'Leeds', post_code = 'LS1 1AA', billing_email = 'pay@example.com', contact_name = $2 where id = $1",
    [person.resellerId, contact],
  );
  return person;
}
async function begun(contact?: string) {
  const person = await company({}, contact);
  await authorise(person);
  await becomes(person, "pendingSubmission");
  return person;
}
const happen = async (person: Person, action: string) => gocardless("act", { action, mandate: await refOf(person) });
const payBy = async (person: Person) => {
  const { DirectDebit } = await options(person);
  const body = { autoPay: true, paymentTerm: null, paymentMethodType: "BankTransfer" as const };
  return app.call(person, paymentMethods.update, { body: { ...body, defaultPaymentMethodId: DirectDebit!.Id } });
};
const told = (person: Person) =>
  app.sql<{ content: string }>("select content from notifications where reseller_id = $1 order by id", [
    person.resellerId,
  ]);
const jobsOver = () =>
  worker.until(async () => {
    await hurry();
    const [row] = await app.sql<{ left: number }>(
      "select count(*)::int as left from pgboss.job where name = 'directDebits.look' and state in ('created', 'retry', 'active')",
    );
    return row!.left === 0;
  }, "the looks to be over");

test("BILL-28 a payer authorisation starts a mandate, which can be paid by, and keeps two digits of the account", async () => {
  const person = await company();
  expect(await status(person)).toMatchObject({ Status: "none", CanAuthorise: true, Scheme: "bacs", HasMandate: false });
  const answer = await authorise(person);
  expect(answer.Result).toMatchObject({
    PayerAuthorisationId: expect.stringMatching(/^BRQ/),
    Status: "starting",
    HasMandate: true,
  });
  const found = await becomes(person, "pendingSubmission");
  expect(found).toMatchObject({
    CanAuthorise: false,
    Reference: expect.stringMatching(/^TRADEWIND-/),
    BankName: "BARCLAYS BANK PLC",
    AccountEnding: "11",
    ActiveFrom: expect.stringMatching(/^\d{4}-/),
    FailureReason: null,
  });
  expect((await options(person)).DirectDebit).toMatchObject({ Id: found.PaymentMethodId, LastFour: "11" });
  const [kept] = await app.sql<{ all: string }>(
    `select (select json_agg(m)::text from mandates m) || (select json_agg(p)::text from payment_methods p) || (select json_agg(i)::text from idempotency i)
       || (select json_agg(a)::text from activity a) || (select json_agg(j.data)::text from pgboss.job j) as all`,
  );
  for (const secret of ["55779911", "200000", "20-00-00"]) expect(kept!.all).not.toContain(secret);
});

test("BILL-28 a double click and a lost answer set up one mandate", async () => {
  const person = await company();
  const clicks = await Promise.all([1, 2, 3].map(() => authorise(person)));
  expect(clicks.map(({ status: code }) => code).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  await becomes(person, "pendingSubmission");
  expect(await authorise(person)).toMatchObject({ status: 409, Error: "directDebitThere" });

  const other = await company();
  await fault({ method: "POST", path: "/billing_requests" });
  expect(await authorise(other)).toMatchObject({ status: 503, Error: "directDebitDown" });
  expect(await status(other)).toMatchObject({ Status: "none" });
  await fault({ method: "POST", path: "fulfil" });
  await authorise(other);
  await jobsOver();
  await becomes(other, "pendingSubmission");
  const { mandates } = (await (
    await fetch(`${worker.simulators.urls.gocardless}/mandates?limit=500`, {
      headers: { authorization: "Bearer sandbox_token", "gocardless-version": "2015-07-06" },
    })
  ).json()) as { mandates: { id: string }[] };
  const refs = [await refOf(person), await refOf(other)];
  expect(
    mandates
      .slice(0, 2)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(refs.toSorted());
});

test("BILL-28 what is no account is refused at its field, here and at the provider, and nothing is kept", async () => {
  const person = await company();
  const faults = async (changes: Partial<Body>) => (await authorise(person, changes)).Errors;
  expect(await faults({ SortCode: "2000" })).toEqual({ SortCode: "Must be 6 digits, for example 20-00-00" });
  expect(await faults({ AccountNumber: undefined })).toEqual({ AccountNumber: "Account number is required" });
  expect(await faults({ Confirmed: false as true })).toHaveProperty("Confirmed");
  expect(await faults({ SortCode: "938063", AccountNumber: "15763217" })).toEqual({
    AccountNumber:
      "Direct debits cannot be taken from this account. Please check it on a statement, or use another one.",
  });
  const irish = await company({ currency: "EUR" });
  expect((await authorise(irish)).Errors).toEqual({ Iban: "IBAN is required" });
  const byIban = { SortCode: undefined, AccountNumber: undefined, Iban: "IE29 AIBK 9311 5212 3456 78" };
  expect((await authorise(irish, byIban)).Result).toMatchObject({ Status: "starting", Scheme: "sepa" });
  const nowhere = await app.signIn();
  await app.sql("update resellers set town_city = '' where id = $1", [nowhere.resellerId]);
  expect((await authorise(nowhere)).Messages[0]).toContain("Please add them under My business first.");
  expect(await status(person)).toMatchObject({ Status: "none" });
});

test("BILL-29 the status follows the provider by webhook, and the company is told when it can be charged", async () => {
  const person = await begun();
  const days = (await status(person)).ActiveFrom!;
  await happen(person, "mandate_activated");
  const found = await becomes(person, "active");
  expect(found.ActiveFrom! <= days).toBe(true);
  expect((await told(person)).map(({ content }) => content)).toEqual([
    expect.stringMatching(/^Your direct debit is set up. Payments can be taken from \d\d\/\d\d\/\d{4}\.$/),
  ]);
});

test("BILL-29 a lost webhook is made up for by the daily look", async () => {
  await gocardless("webhooks", { mode: "hold" });
  const person = await begun();
  await jobsOver();
  await happen(person, "mandate_activated");
  await jobsOver();
  expect((await status(person)).Status).toBe("pendingSubmission");
  const { held } = (await gocardless("webhooks")) as { held: { id: string }[] };
  await gocardless("webhooks/release", { drop: held.map(({ id }) => id) });
  await watchMandates(worker.platform);
  await becomes(person, "active");
});

test("BILL-29 webhooks that are late, doubled or turned round change nothing twice; forged ones are refused", async () => {
  await gocardless("webhooks", { mode: "hold" });
  const person = await begun();
  await jobsOver();
  await happen(person, "mandate_activated");
  await happen(person, "cancelAtBank");
  const { held } = (await gocardless("webhooks")) as { held: { id: string; body: { events: object[] } }[] };
  const ids = held.map(({ id }) => id);
  await gocardless("webhooks/release", { order: ids.toReversed(), duplicate: ids });
  const found = await becomes(person, "cancelled");
  expect(found).toMatchObject({
    HasMandate: false,
    CanAuthorise: true,
    ActiveFrom: null,
    FailureReason:
      "The direct debit was cancelled at the bank. Please set up a new direct debit, or pay by bank transfer.",
  });
  await jobsOver();
  expect(await told(person)).toHaveLength(1);
  const forged = await fetch(webhookUrl, {
    method: "POST",
    headers: { "content-type": "application/json", "webhook-signature": "00".repeat(32) },
    body: JSON.stringify(held[0]!.body),
  });
  expect(forged.status).toBe(401);
  expect((await fetch(webhookUrl.replace("gocardless", "another"), { method: "POST", body: "{}" })).status).toBe(404);
});

test("fifty webhooks of one mandate at once begin one method and tell of it once, and of its end once", async () => {
  const person = await begun();
  const tellOf = sendWebhooks(portal, worker.simulators.settings["GOCARDLESS_WEBHOOK_SECRET"]!);
  await gocardless("webhooks", { mode: "hold" });
  const mandate = await refOf(person);
  for (const [action, state, news] of [
    ["mandate_activated", "active", /^Your direct debit is set up\. Payments can be taken from/],
    ["closeAccount", "cancelled", /^Your direct debit has ended\. The bank account was closed\./],
  ] as const) {
    await happen(person, action);
    expect(await tellOf({ mandate }, 50)).toEqual(new Set([200]));
    await becomes(person, state);
    await jobsOver();
    expect((await told(person)).filter(({ content }) => news.test(content))).toHaveLength(1);
  }
  expect(await told(person)).toHaveLength(2);
  const rows = await app.sql<{ status: string }>("select status from payment_methods where reseller_id = $1", [
    person.resellerId,
  ]);
  expect(rows).toEqual([{ status: "Closed" }]);
});

test("BILL-29 BILL-31 what fails at the bank says why, and whoever paid by it pays by hand", async () => {
  const person = await begun("Invalid Payer");
  expect((await payBy(person)).Result).toMatchObject({ AutoPay: true, DirectDebit: { IsDefault: true } });
  await happen(person, "mandate_activated");
  const found = await becomes(person, "failed");
  expect(found.FailureReason).toMatch(/^The bank does not know this account\./);
  expect(await options(person)).toMatchObject({
    AutoPay: false,
    PaymentMethodType: "BankTransfer",
    DefaultPaymentMethodId: null,
    DirectDebit: null,
  });
  expect((await told(person))[0]!.content).toContain("Automatic payment is off");
  expect((await authorise(person)).status).toBe(200);
});

test("BILL-31 a cancellation ends the mandate at the provider and here, once however often it is asked", async () => {
  const person = await begun();
  await payBy(person);
  const ref = await refOf(person);
  // The provider is away until all has been asked.
  const away = { kind: "status", status: 503 };
  await gocardless("faults", { match: { method: "POST", path: "cancel" }, times: 1_000, fault: away });
  const both = await Promise.all([cancel(person), cancel(person)]);
  expect(both.map(({ Result }) => Result!.Status)).toEqual(["ending", "ending"]);
  expect(await options(person)).toMatchObject({ AutoPay: false, DefaultPaymentMethodId: null, DirectDebit: null });
  expect(await authorise(person)).toMatchObject({ Error: "directDebitThere" });
  await fetch(`${worker.simulators.urls.gocardless}/__sim/faults`, { method: "DELETE" });
  await fault({ method: "POST", path: "cancel" });
  expect(await becomes(person, "cancelled")).toMatchObject({ HasMandate: false, CanAuthorise: true });
  expect((await worker.platform.debits!.read(ref)).status).toBe("cancelled");
  expect((await cancel(person)).Result).toMatchObject({ Status: "cancelled" });
  expect(await told(person)).toEqual([]);
  expect((await cancel(await company())).Error).toBe("directDebitNone");
});

test("BILL-31 what is cancelled before it has begun never begins", async () => {
  const person = await company();
  await fault({ path: "/billing_requests", method: "GET" }, { kind: "status", status: 503 });
  await authorise(person);
  expect((await cancel(person)).Result).toMatchObject({ Status: "ending" });
  await becomes(person, "cancelled");
  await jobsOver();
  expect((await options(person)).DirectDebit).toBeNull();
});

test("a bank account that was moved to another bank is called by its new digits", async () => {
  const person = await begun();
  await happen(person, "mandate_transferred");
  await worker.until(async () => (await status(person)).AccountEnding === "42", "the new account");
  expect((await options(person)).DirectDebit).toMatchObject({ LastFour: "42" });
});

test("another company sees and cancels nothing of it, nor does a call for cards; without a provider none is set up", async () => {
  const [person, stranger] = [await begun(), await company()];
  expect(await status(stranger)).toMatchObject({ Status: "none", Reference: null });
  expect((await cancel(stranger)).Error).toBe("directDebitNone");
  const { PaymentMethodId } = await status(person);
  const refused = await app.call(person, paymentMethods.cancel, { body: { ids: [PaymentMethodId!] } });
  expect(refused.Errors).toEqual({ ids: "A direct debit is cancelled by a call of its own" });
  const { debits } = app.platform;
  Object.assign(app.platform, { debits: undefined });
  expect((await authorise(stranger)).Error).toBe("directDebitsOff");
  expect(await status(stranger)).toMatchObject({ CanAuthorise: false });
  Object.assign(app.platform, { debits });
  const bounds = { role: "app_tenant", resellerId: person.resellerId } as const;
  await expect(
    app.platform.database.write(bounds, (tx) => tx.updateTable("mandates").set({ status: "active" }).execute()),
  ).rejects.toThrow("permission denied");
});
