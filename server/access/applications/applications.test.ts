import { applications } from "@tradewind/contract/access/applications.ts";
import { expect, test } from "vitest";
import { testApp } from "../../test/test-app.ts";

const app = await testApp();
const body = {
  CompanyName: "Northwind IT",
  ContactName: "Nora Wind",
  Email: "nora@northwind.example",
  Telephone: "01174 960 000",
  Country: "GB",
} as const;

test("AUTH-07 anybody can apply, and the operator decides once", async () => {
  const company = `Northwind ${crypto.randomUUID()}`;
  const sent = { body: { ...body, CompanyName: company, Message: "We sell telephony." } };
  expect((await app.call(null, applications.apply, sent)).status).toBe(200);
  const staff = await app.signInOperator();
  const listed = async (Status: "waiting" | "decided") =>
    (await app.call(staff, applications.list, { query: { Status } })).Result!.Items.filter(
      ({ CompanyName }) => CompanyName === company,
    );
  const [waiting] = await listed("waiting");
  expect(waiting).toMatchObject({ ContactName: "Nora Wind", VatNumber: null, Message: "We sell telephony." });
  const decide = (Accept: boolean) =>
    app.call(staff, applications.decide, { params: { applicationId: waiting!.Id }, body: { Accept, Note: "Known" } });
  expect((await decide(true)).Result).toMatchObject({ Status: "Accepted", Note: "Known", DecidedBy: "Olive Operator" });
  expect((await decide(false)).Error).toBe("applicationDecided");
  expect([await listed("waiting"), (await listed("decided")).length]).toEqual([[], 1]);
});

test("missing or malformed fields are named", async () => {
  const refused = await app.call(null, applications.apply, { body: { ...body, CompanyName: " ", Email: "nora" } });
  expect(refused.status).toBe(400);
  expect(refused.Errors).toEqual({
    CompanyName: "Company name is required",
    Email: "Must be a valid email address",
    EmailErrors: "Must be a valid email address",
  });
});

test("one address sends ten an hour at most", async () => {
  const send = () =>
    app.app.inject({
      method: "POST",
      url: "/api/applications",
      remoteAddress: "198.51.100.9",
      headers: { "idempotency-key": crypto.randomUUID() },
      payload: body,
    });
  const answers = await Promise.all(Array.from({ length: 12 }, send));
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2);
});

test("the VAT number of an application is one of its country, and is kept in one form with its check", async () => {
  const apply = (CompanyName: string, VatNumber: string) =>
    app.call(null, applications.apply, { body: { ...body, CompanyName, Country: "IE", VatNumber } });
  for (const text of ["applied for", "GB123456727", "IE6388047W", "6388047V"])
    expect((await apply("Shannon IT", text)).Errors).toEqual({ VatNumber: "Must be a VAT number of your country" });
  const company = `Shannon ${crypto.randomUUID()}`;
  expect((await apply(company, "ie 6388047 v")).status).toBe(200);
  const staff = await app.signInOperator();
  const { Items } = (await app.call(staff, applications.list, { query: { Status: "waiting" } })).Result!;
  const { Id, VatNumber } = Items.find(({ CompanyName }) => CompanyName === company)!;
  expect(VatNumber).toBe("IE6388047V");
  const Email = `${crypto.randomUUID()}@shannon.example`;
  await app.call(staff, applications.decide, { params: { applicationId: Id }, body: { Accept: true, Email } });
  const kept = await app.sql(
    "select vat_number, vat_check, vat_checked_at is not null as at from resellers where name = $1",
    [company],
  );
  expect(kept).toEqual([{ vat_number: "IE6388047V", vat_check: "format", at: true }]);
});
