import { debtors } from "@tradewind/contract/billing/debtors.ts";
import { dunning } from "@tradewind/contract/billing/dunning.ts";
import { footer } from "@tradewind/contract/portal/footer.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { expect, test } from "vitest";
import { openDatabase } from "../../platform/database.ts";
import { addCharges } from "../../test/charges.ts";
import { invoicing } from "../../test/invoicing.ts";
import { mailsTo } from "../../test/mails.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { findPayment } from "../payments/payments.store.ts";
import { settle } from "../payments/settle.actions.ts";
import { sendNotices } from "./dunning.actions.ts";

const app = await testApp();
const { issue, list } = invoicing(app);
const database = openDatabase(app.database.workerUrl, { max: 2 });
const platform = { ...app.platform, database };
const today = () => app.platform.clock.today();
const operator = await app.signInOperator();
const billingEmail = ({ resellerId }: Person) => `pay-${resellerId}@example.com`;
const companyOf = async ({ resellerId }: Person) =>
  (await app.sql<{ name: string }>("select name from resellers where id = $1", [resellerId]))[0]!;
/** What a member of the staff was mailed of a company. */
const escalationsOf = async (name: string) =>
  (await mailsTo(app, operator.email)).map(({ data }) => data.subject).filter((subject) => subject.startsWith(name));

/** A reseller that owes £120.00, due so many days ago. */
async function late(days: number) {
  const person = await app.signIn();
  await app.sql(
    "update resellers set payment_term_days = 0, billing_email = $2, contact_name = 'Nora Wind' where id = $1",
    [person.resellerId, billingEmail(person)],
  );
  await addCharges(app, person.resellerId, [{ due: "2026-01-10", minor: 10_000 }]);
  await issue(addDays(today(), -days));
  await app.sql("insert into reseller_flags values ($1, 'BillingPauseOrdering', true)", [person.resellerId]);
  const [invoice] = await list(person);
  return { person, invoiceId: invoice!.Id, number: invoice!.Number };
}
const standing = async (person: Person) => (await app.call(person, dunning.standing)).Result!;
const told = (person: Person) =>
  app.sql<{ content: string }>(
    "select content from notifications where reseller_id = $1 and content not like '%was issued%' order by id",
    [person.resellerId],
  );
const steps = async (person: Person) =>
  (
    await app.sql<{ step: string }>("select step from dunning_notices where reseller_id = $1 order by id", [
      person.resellerId,
    ])
  ).map(({ step }) => step);
/** A payment of all of it, as its gateway tells. */
async function pays({ person, invoiceId }: Awaited<ReturnType<typeof late>>, kind: "card" | "directDebit") {
  const [made] = await app.sql<{ id: string }>(
    `insert into payments (reseller_id, invoice_id, amount_minor, currency, kind, gateway, gateway_ref, state, idempotency_key, created_by, created_at, changed_at)
     values ($1, $2::uuid, 12000, 'GBP', $3, 'another', $2::uuid::text, 'processing', 'key', 'Robin Tester', $4, $4) returning id`,
    [person.resellerId, invoiceId, kind, app.platform.clock.now()],
  );
  return (state: "confirmed" | "failed") =>
    database.write({ role: "app_worker" }, async (tx) =>
      settle(
        tx,
        (await findPayment(tx, made!.id))!,
        { state },
        { platform, by: "webhook", now: platform.clock.now(), today: today() },
      ),
    );
}

test("each step is told once by notification and mail and kept, and a step that was passed is not sent after it", async () => {
  const { person, number } = await late(0);
  for (let day = 0; day <= 40; day++) {
    await sendNotices(platform, addDays(today(), day));
    await sendNotices(platform, addDays(today(), day));
  }
  expect(await steps(person)).toEqual(["reminder", "overdue", "lastWarning", "orderingPaused", "escalated"]);
  const words = (await told(person)).map(({ content }) => content);
  expect(words).toHaveLength(5);
  expect(words[0]).toMatch(new RegExp(`^Reminder: invoice ${number} is open\\. £120\\.00 is overdue in all`));
  expect(words[3]).toContain("All services go on");
  const { name } = await companyOf(person);
  const mails = (await mailsTo(app, billingEmail(person))).map(({ template, data }) => [template, data]);
  const subjects = [
    `Reminder: invoice ${number} is open`,
    `Invoice ${number} is overdue`,
    `Last warning: invoice ${number} is overdue`,
    `Ordering is paused until invoice ${number} is paid`,
    `Invoice ${number} was passed to our accounts team`,
  ];
  expect(mails).toMatchObject(
    subjects.map((subject) => [
      "billingNotice",
      { name: "Nora Wind", subject, url: expect.stringContaining(`/invoice-detail/`) },
    ]),
  );
  expect(words.map((said) => said.split(". ")[0])).toEqual(subjects);
  expect(await escalationsOf(name)).toEqual([`${name} has not paid invoice ${number}`]);
  const other = await late(15);
  await sendNotices(platform, today());
  expect(await steps(other.person)).toEqual(["lastWarning"]);
});

test("whoever is 30 days late is passed to each of the staff once, by a mail and in the list of debtors", async () => {
  const { person, number, invoiceId } = await late(30);
  const { name } = await companyOf(person);
  const colleague = await app.signInOperator();
  await Promise.all([sendNotices(platform, today()), sendNotices(platform, today())]);
  await sendNotices(platform, addDays(today(), 1));
  for (const { email } of [operator, colleague]) {
    const mails = (await mailsTo(app, email)).filter(({ data }) => data.url.endsWith(person.resellerId));
    expect(mails.map(({ data }) => data)).toEqual([
      {
        name: "Olive Operator",
        subject: `${name} has not paid invoice ${number}`,
        words: expect.stringMatching(
          /^£120\.00 is overdue in all; .*Please talk to them: nothing stops their services/s,
        ),
        label: "Open the debtor",
        url: expect.stringContaining(`/operator/debtors/${person.resellerId}`),
      },
    ]);
  }
  const { Items } = (await app.call(operator, debtors.list, { query: { Search: name } })).Result!;
  expect(Items).toMatchObject([
    {
      ResellerId: person.resellerId,
      DaysLate: 30,
      Dunning: { Step: "escalated", Since: today(), OrderingPaused: true },
    },
  ]);
  const params = { resellerId: person.resellerId };
  const { Notices } = (await app.call(operator, debtors.byId, { params })).Result!;
  expect(Notices).toMatchObject([{ Step: "escalated", Number: number, On: today() }]);
  expect((await standing(person)).Oldest!.Id).toBe(invoiceId);
});

test("an overdue invoice is mailed about 3 and 7 days after it was due, and never twice on a day", async () => {
  const { person, number } = await late(0);
  await app.sql("update resellers set billing_email = 'late@example.com' where id = $1", [person.resellerId]);
  const sent: (readonly [number, string])[] = [];
  for (let day = 0; day <= 10; day++) {
    for (let run = 0; run < 2; run++) await sendNotices(platform, addDays(today(), day));
    const mails = (await mailsTo(app, "late@example.com")) as unknown as { data: { subject: string } }[];
    for (const { data } of mails.slice(sent.length)) sent.push([day, data.subject]);
  }
  expect(sent).toEqual([
    [3, `Reminder: invoice ${number} is open`],
    [7, `Invoice ${number} is overdue`],
  ]);
});

test("without a billing address the people who see the bills are reminded, and warned even if they do without reminders", async () => {
  const { person, number } = await late(0);
  const without = await app.signIn({ resellerId: person.resellerId });
  await app.call(without, footer.setOptOuts, { body: { OptedOut: ["billingMails"] } });
  await app.sql("update resellers set billing_email = '' where id = $1", [person.resellerId]);
  for (const day of [3, 7, 14]) await sendNotices(platform, addDays(today(), day));
  expect(await mailsTo(app, person.email)).toHaveLength(3);
  expect(await mailsTo(app, without.email)).toMatchObject([
    { data: { subject: `Last warning: invoice ${number} is overdue` } },
  ]);
});

test("ordering is paused 21 days after the due day, said with what to pay; a card lifts it when it settles, and a debit when it is confirmed", async () => {
  for (const kind of ["card", "directDebit"] as const) {
    const owing = await late(22);
    const { person, number, invoiceId } = owing;
    expect(await standing(person)).toEqual({
      Step: "orderingPaused",
      OrderingPaused: true,
      Owed: { Minor: "12000", Currency: "GBP" },
      Oldest: { Id: invoiceId, Number: number, DueOn: addDays(today(), -22), OnItsWay: false },
    });
    const tell = await pays(owing, kind);
    expect(await standing(person)).toMatchObject({ OrderingPaused: true, Oldest: { OnItsWay: true } });
    await sendNotices(platform, today());
    expect(await steps(person)).toEqual([]);
    await tell("confirmed");
    expect(await standing(person)).toEqual({ Step: null, OrderingPaused: false, Owed: null, Oldest: null });
    await tell("failed");
    expect(await standing(person)).toMatchObject({ OrderingPaused: true, Oldest: { OnItsWay: false } });
  }
});

test("credit counts at once, and what is 20 days late pauses nothing", async () => {
  const { person } = await late(22);
  await app.sql(
    `insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, effective_on, recorded_at)
     select $1, $1, account, minor, 'GBP', '2026-02-01', now() from (values ('cost:goodwill', 11950), ('credit', -11950)) e (account, minor)`,
    [person.resellerId],
  );
  expect(await standing(person)).toMatchObject({ Step: null });
  const soon = await late(20);
  expect(await standing(soon.person)).toMatchObject({ Step: "lastWarning", OrderingPaused: false });
});

test("without BillingPauseOrdering reminders are sent, and nobody is paused", async () => {
  const { person } = await late(22);
  await app.sql("update reseller_flags set enabled = false where reseller_id = $1", [person.resellerId]);
  expect(await standing(person)).toMatchObject({ Step: "lastWarning", OrderingPaused: false });
  await sendNotices(platform, addDays(today(), 10));
  expect(await steps(person)).toEqual(["escalated"]);
  expect((await told(person))[0]!.content).not.toContain("paused");
});
