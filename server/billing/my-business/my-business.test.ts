import { myBusiness } from "@tradewind/contract/billing/my-business.ts";
import { notifications } from "@tradewind/contract/portal/notifications.ts";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "../../platform/database.ts";
import { addCharges } from "../../test/charges.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { issueInvoicesDue } from "../invoices/invoice-run.actions.ts";

const app = await testApp();
const database = openDatabase(app.database.workerUrl, { max: 1 });
afterAll(() => database.close());

const current = async (person: Person) => (await app.call(person, myBusiness.current)).Result!;
const address = {
  Address1: "2 Mill Lane",
  Address2: "Unit 4",
  TownCity: "Bath",
  County: "Somerset",
  PostCode: "BA1 1AA",
  Telephone: "01174 960 000",
  ContactName: "Nora Wind",
  ContactEmail: "nora@example.com",
  BillingEmail: "bills@example.com",
};
const change = (person: Person, Version: number, changes: Partial<typeof address> = {}) =>
  app.call(person, myBusiness.change, { body: { Version, ...address, ...changes } });
const linesOf = async (person: Person) =>
  (
    await app.sql<{ who: string; what: string }>(
      "select who, what from activity where reseller_id = $1 and action like 'business.%' and object_kind = 'reseller' and object_id = $1 order by id",
      [person.resellerId],
    )
  ).map(({ who, what }) => `${who}: ${what}`);

test("ACL-16 the company is read with the view and changed by a reseller; without the view it is refused", async () => {
  const boss = await app.signIn();
  const engineer = await app.signIn({ kind: "engineer", resellerId: boss.resellerId, rights: ["myBusiness"] });
  const without = await app.signIn({ resellerId: boss.resellerId, rights: ["settings"] });
  expect(await current(boss)).toMatchObject({
    VatNumber: "GB123456727",
    TownCity: "Bristol",
    Version: 0,
    MayChange: true,
  });
  expect(await current(engineer)).toMatchObject({ MayChange: false });
  expect((await app.call(without, myBusiness.current)).Error).toBe("PermissionNotFound");
  expect((await change(engineer, 0)).Error).toBe("PermissionNotFound");
  const saved = await change(boss, 0);
  expect(saved.Result).toMatchObject({ ...address, Version: 1 });
  expect(await current(engineer)).toMatchObject(address);
});

test("every change of addresses and contacts is logged with the old value, and none is overwritten unseen", async () => {
  const boss = await app.signIn();
  await change(boss, 0);
  expect((await change(boss, 0, { TownCity: "Wells" })).Error).toBe("conflict");
  expect((await change(boss, 1, { TownCity: "Wells" })).Result).toMatchObject({ Version: 2 });
  expect((await change(boss, 2, { TownCity: "Wells" })).Result).toMatchObject({ Version: 2 });
  expect(await linesOf(boss)).toEqual([
    `Robin Tester: Changed the company’s details: ${[
      "address line 1 from “1 Quay Street” to “2 Mill Lane”",
      "address line 2 from “” to “Unit 4”",
      "town or city from “Bristol” to “Bath”",
      "county from “” to “Somerset”",
      "postcode from “BS1 4AA” to “BA1 1AA”",
      "telephone from “” to “01174 960 000”",
      "contact name from “” to “Nora Wind”",
      "contact email from “” to “nora@example.com”",
      "billing email from “accounts@example.com” to “bills@example.com”",
    ].join(", ")}`,
    "Robin Tester: Changed the company’s details: town or city from “Bath” to “Wells”",
  ]);
  const wrong = await change(boss, 2, { BillingEmail: "no address", TownCity: " " });
  expect(wrong.Errors).toMatchObject({
    BillingEmail: "Must be a valid email address",
    TownCity: "Town or city is required",
  });
});

test("name and numbers are asked for, decided by the operator, audited, told, and on the next invoice", async () => {
  const boss = await app.signIn();
  const operator = await app.signInOperator();
  const ask = (body: { Name: string; VatNumber?: string; CompanyNumber?: string }) =>
    app.call(boss, myBusiness.ask, { body });
  const { Name } = await current(boss);
  expect((await ask({ Name: "Harbour IT Ltd", VatNumber: "IE1234567FA" })).Errors).toEqual({
    VatNumber: "Must be a VAT number of your country",
  });
  expect((await ask({ Name, VatNumber: "GB123456789" })).Errors).toEqual({
    VatNumber: "Must be a VAT number of your country",
  });
  expect((await ask({ Name, VatNumber: "GB123456727" })).Errors).toEqual({ Name: "Nothing was changed" });
  const asked = await ask({ Name: "Harbour IT Ltd", VatNumber: "gb 987 6543 53", CompanyNumber: "01234567" });
  expect(asked.Result).toMatchObject({
    Name,
    Requests: [{ Status: "Waiting", VatNumber: "GB987654353", Before: { Name } }],
  });
  expect((await ask({ Name: "Other Ltd" })).Error).toBe("businessRequestWaits");

  const queue = async (Status: "waiting" | "decided") =>
    (await app.call(operator, myBusiness.requests, { query: { Status } })).Result!.Items.filter(
      ({ ResellerId }) => ResellerId === boss.resellerId,
    );
  const [waiting] = await queue("waiting");
  const decide = (Accept: boolean) =>
    app.call(operator, myBusiness.decide, {
      params: { businessRequestId: waiting!.Id },
      body: { Accept, Note: "Checked." },
    });
  expect((await decide(true)).status).toBe(200);
  expect((await decide(false)).Error).toBe("businessRequestDecided");
  expect(await queue("waiting")).toEqual([]);
  expect(await queue("decided")).toMatchObject([{ Status: "Accepted", DecidedBy: "Olive Operator", Note: "Checked." }]);
  expect(await current(boss)).toMatchObject({
    Name: "Harbour IT Ltd",
    VatNumber: "GB987654353",
    CompanyNumber: "01234567",
  });
  expect(await linesOf(boss)).toEqual([
    "Robin Tester: Requested to change the company to Harbour IT Ltd, VAT number GB987654353, registration number 01234567",
    `Olive Operator: Changed the company from ${Name}, VAT number GB123456727, registration number none to Harbour IT Ltd, GB987654353, 01234567`,
  ]);
  expect((await app.call(boss, notifications.list)).Result!.Items).toMatchObject([
    { Content: "Your company’s details were changed as you asked. Checked.", Link: "/my-business" },
  ]);

  await addCharges(app, boss.resellerId, [
    { customer: "Acme", product: "microsoft-365", due: "2026-02-03", minor: 1200, quantity: 1 },
  ]);
  await issueInvoicesDue({ ...app.platform, database }, "2026-03-01");
  const [invoice] = await app.sql<{ buyer: { name: string; vatNumber: string } }>(
    "select buyer from invoices where reseller_id = $1",
    [boss.resellerId],
  );
  expect(invoice!.buyer).toMatchObject({ name: "Harbour IT Ltd", vatNumber: "GB987654353" });
});

test.each([{ VatNumber: "GB987654353" }, { VatNumber: "GB123456727", CompanyNumber: "01234567" }])(
  "a number alone can be asked for: %j",
  async (numbers) => {
    const boss = await app.signIn();
    const { Name } = await current(boss);
    const asked = await app.call(boss, myBusiness.ask, { body: { Name, ...numbers } });
    expect(asked.Result!.Requests).toMatchObject([{ Status: "Waiting", ...numbers }]);
  },
);

test("the audit says of a number that a company did not have, or has no more, that there is none", async () => {
  const boss = await app.signIn();
  await app.sql("update resellers set vat_number = null where id = $1", [boss.resellerId]);
  const operator = await app.signInOperator();
  const { Name } = await current(boss);
  await app.call(boss, myBusiness.ask, { body: { Name: "Harbour IT Ltd" } });
  const [waiting] = (await current(boss)).Requests;
  await app.call(operator, myBusiness.decide, {
    params: { businessRequestId: waiting!.Id },
    body: { Accept: true, Note: "" },
  });
  expect((await linesOf(boss)).at(-1)).toBe(
    `Olive Operator: Changed the company from ${Name}, VAT number none, registration number none to Harbour IT Ltd, none, none`,
  );
});

test("a declined change leaves the company as it was, is audited, and its company is told with or without a note", async () => {
  const boss = await app.signIn();
  const operator = await app.signInOperator();
  const { Requests: _, ...before } = await current(boss);
  for (const [Name, Note] of [
    ["Harbour IT Ltd", "No such company."],
    ["Harbour Ltd", ""],
  ] as const) {
    await app.call(boss, myBusiness.ask, { body: { Name } });
    const [waiting] = (await current(boss)).Requests;
    const decided = await app.call(operator, myBusiness.decide, {
      params: { businessRequestId: waiting!.Id },
      body: { Accept: false, Note },
    });
    expect(decided.status).toBe(200);
  }
  const { Requests, ...after } = await current(boss);
  expect(after).toEqual(before);
  expect(Requests).toMatchObject([
    { Name: "Harbour Ltd", Status: "Declined", DecidedBy: "Olive Operator", Note: null },
    { Name: "Harbour IT Ltd", Status: "Declined", DecidedBy: "Olive Operator", Note: "No such company." },
  ]);
  expect(await linesOf(boss)).toEqual([
    "Robin Tester: Requested to change the company to Harbour IT Ltd, VAT number none, registration number none",
    "Olive Operator: Declined to change the company to Harbour IT Ltd",
    "Robin Tester: Requested to change the company to Harbour Ltd, VAT number none, registration number none",
    "Olive Operator: Declined to change the company to Harbour Ltd",
  ]);
  expect(await app.sql("select action from activity where reseller_id = $1 order by id", [boss.resellerId])).toEqual(
    ["ask", "decline", "ask", "decline"].map((what) => ({ action: `business.${what}` })),
  );
  expect((await app.call(boss, notifications.list)).Result!.Items).toMatchObject([
    { Content: "Your company’s details were not changed." },
    { Content: "Your company’s details were not changed. No such company." },
  ]);
});

test("what was not given is given back as empty, and the operator sees what was asked of whom", async () => {
  const boss = await app.signIn();
  const operator = await app.signInOperator();
  await app.sql("update resellers set vat_number = null where id = $1", [boss.resellerId]);
  const { Name } = await current(boss);
  const none = { VatNumber: "", CompanyNumber: "" };
  expect(await current(boss)).toMatchObject(none);
  await app.call(boss, myBusiness.ask, { body: { Name: "Harbour IT Ltd" } });
  const request = {
    Name: "Harbour IT Ltd",
    ...none,
    Before: { Name, ...none },
    Status: "Waiting",
    AskedBy: "Robin Tester",
    AskedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    DecidedBy: null,
    Note: null,
  };
  expect((await current(boss)).Requests).toEqual([{ Id: expect.any(String), ...request }]);
  const { Result } = await app.call(operator, myBusiness.requests, { query: { Status: "waiting" } });
  expect(Result!.Items.filter(({ ResellerId }) => ResellerId === boss.resellerId)).toEqual([
    { Id: expect.any(String), ...request, ResellerId: boss.resellerId, Reseller: Name },
  ]);
});

test("a pending request can be withdrawn, and only by its own company", async () => {
  const boss = await app.signIn();
  const stranger = await app.signIn();
  await app.call(boss, myBusiness.ask, { body: { Name: "Harbour IT Ltd" } });
  expect((await app.call(stranger, myBusiness.withdraw)).Error).toBe("businessRequestDecided");
  expect((await app.call(boss, myBusiness.withdraw)).Result).toMatchObject({ Requests: [{ Status: "Withdrawn" }] });
  expect((await app.call(boss, myBusiness.withdraw)).Error).toBe("businessRequestDecided");
  expect((await linesOf(boss)).slice(1)).toEqual([
    "Robin Tester: Withdrew the request to change the company’s details",
  ]);
});

test("asking, taking back and deciding at once each get an answer, and one request waits at most", async () => {
  const boss = await app.signIn();
  const operator = await app.signInOperator();
  const ask = (Name: string) => app.call(boss, myBusiness.ask, { body: { Name } });
  const answers = new Set<string | null>();
  for (let round = 0; round < 12; round++) {
    await ask(`Harbour ${round}`);
    const [waiting] = (await current(boss)).Requests;
    const told = await Promise.all([
      app.call(operator, myBusiness.decide, {
        params: { businessRequestId: waiting!.Id },
        body: { Accept: true, Note: "" },
      }),
      ask(`First of ${round}`),
      ask(`Second of ${round}`),
      app.call(boss, myBusiness.withdraw),
    ]);
    told.forEach(({ Error }) => answers.add(Error));
    const { Requests } = await current(boss);
    expect(Requests.filter(({ Status }) => Status === "Waiting").length).toBeLessThanOrEqual(1);
    await app.call(boss, myBusiness.withdraw);
  }
  expect([...answers].filter((code) => code !== null).toSorted()).toEqual(
    ["businessRequestDecided", "businessRequestWaits"].filter((code) => answers.has(code)),
  );
});

test("a write that the database undoes because of a deadlock is done again", async () => {
  const boss = await app.signIn();
  // What the database answers to whom it chose, once: a real circle would need this machine to be fast enough.
  await app.sql("create sequence deadlocks");
  await app.sql("grant usage on sequence deadlocks to public");
  await app.sql(`create function deadlock_once() returns trigger language plpgsql as $$ begin
    if nextval('deadlocks') = 1 then raise deadlock_detected; end if;
    return new;
  end $$`);
  await app.sql(`create trigger deadlock_once before insert on business_requests
    for each row when (new.name = 'Harbour Deadlock Ltd') execute function deadlock_once()`);
  const asked = await app.call(boss, myBusiness.ask, { body: { Name: "Harbour Deadlock Ltd" } });
  expect(asked.Result).toMatchObject({ Requests: [{ Name: "Harbour Deadlock Ltd", Status: "Waiting" }] });
  expect(await app.sql("select nextval('deadlocks')::int as tries")).toEqual([{ tries: 3 }]);
});

test("what is no VAT number of the country stays until it is corrected, is said to the company and listed for the operator", async () => {
  const boss = await app.signIn({ currency: "EUR" });
  const operator = await app.signInOperator();
  await app.sql("update resellers set vat_number = 'applied for' where id = $1", [boss.resellerId]);
  const { Name } = await current(boss);
  const listed = async () => (await app.call(operator, myBusiness.requests, { query: { Status: "waiting" } })).Result!;
  expect(await current(boss)).toMatchObject({ VatNumber: "applied for", IsVatNumberWrong: true });
  expect((await listed()).WrongVatNumbers).toContainEqual({ Reseller: Name, VatNumber: "applied for" });

  const ask = (VatNumber: string) =>
    app.call(boss, myBusiness.ask, { body: { Name: `${Name} Ltd`, VatNumber, CompanyNumber: "" } });
  expect((await ask("IE6388047W")).Errors).toEqual({ VatNumber: "Must be a VAT number of your country" });
  expect((await ask("applied for")).Result!.Requests).toMatchObject([{ VatNumber: "applied for" }]);
  await app.call(boss, myBusiness.withdraw, {});
  expect((await ask("ie 6388047 v")).Result!.Requests[0]).toMatchObject({ VatNumber: "IE6388047V" });
  const waiting = (await listed()).Items.find(({ ResellerId }) => ResellerId === boss.resellerId)!;
  await app.call(operator, myBusiness.decide, {
    params: { businessRequestId: waiting.Id },
    body: { Accept: true, Note: "" },
  });
  expect(await current(boss)).toMatchObject({ VatNumber: "IE6388047V", IsVatNumberWrong: false });
  expect((await listed()).WrongVatNumbers.map(({ Reseller }) => Reseller)).not.toContain(`${Name} Ltd`);
  const checks = await app.sql("select vat_check, vat_checked_at is not null as at from resellers where id = $1", [
    boss.resellerId,
  ]);
  expect(checks).toEqual([{ vat_check: "format", at: true }]);
});
