import { customerUsers } from "@tradewind/contract/access/customer-users.ts";
import { users } from "@tradewind/contract/access/users.ts";
import { userTemplate } from "@tradewind/domain/access/user-file.ts";
import { expect, test } from "vitest";
import { addCustomer } from "../../test/auth-fixtures.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const three = [
  "Ada,Lovelace,ada@acme.example,0117 496 0148,Analyst,yes",
  "Grace,Hopper,grace@acme.example,,,no",
  '"Zoë","O’Neil",zoe@acme.example,,"Dentist, senior",',
];
const fileOf = (...lines: readonly string[]) => `${userTemplate}${lines.join("\r\n")}\r\n`;

async function company() {
  const reseller = await app.signIn();
  return { reseller, customerId: await addCustomer(app, reseller.resellerId) };
}
const bodyOf = (file: string) => ({ File: Buffer.from(file).toString("base64") });
const check = async (person: Person, customerId: string, file: string) =>
  (await app.call(person, customerUsers.checkFile, { params: { customerId }, body: bodyOf(file) })).Result!;
const add = (person: Person, customerId: string, file: string, key?: string) =>
  app.call(person, customerUsers.import, { params: { customerId }, body: bodyOf(file) }, key ? { key } : {});
const listed = async (person: Person, CustomerId: string) =>
  (await app.call(person, users.list, { query: { CustomerId } })).Result!.Items;

test("USER-04 the template is a file named template.csv with the columns of a user", async () => {
  const { reseller } = await company();
  const { status, headers, text } = await app.call(reseller, customerUsers.template);
  expect(status).toBe(200);
  expect(headers["content-disposition"]).toContain('filename="template.csv"');
  expect(headers["content-type"]).toContain("text/csv");
  expect(text).toBe("First name,Last name,Email,Phone,Job title,Admin (yes/no)\r\n");
});

test("USER-05 a file with three users adds three users, once, and the activity log has it", async () => {
  const { reseller, customerId } = await company();
  const file = fileOf(...three);
  expect(await check(reseller, customerId, file)).toMatchObject({ Users: 3, Admins: 1, FaultCount: 0, Faults: [] });
  expect(await listed(reseller, customerId)).toEqual([]);
  const key = crypto.randomUUID();
  expect((await add(reseller, customerId, file, key)).Result).toEqual({ Added: 3 });
  expect((await add(reseller, customerId, file, key)).Result).toEqual({ Added: 3 });
  expect(await listed(reseller, customerId)).toEqual([
    expect.objectContaining({ Name: "Ada Lovelace", Kind: "endUserAdmin", Telephone: "01174960148", UserName: null }),
    expect.objectContaining({ Name: "Grace Hopper", Kind: "endUser", Telephone: null, JobTitle: null }),
    expect.objectContaining({ Name: "Zoë O’Neil", Kind: "endUser", JobTitle: "Dentist, senior" }),
  ]);
  const lines = await app.sql("select what from activity where customer_id = $1 and outcome = 'done'", [customerId]);
  expect(lines).toEqual([{ what: "Added 3 users from a file" }]);
  const [kept] = await app.sql("select user_count from customers where id = $1", [customerId]);
  expect(kept).toEqual({ user_count: 3 });
});

test("USER-05 a bad row is reported by line and column, and nobody is added", async () => {
  const { reseller, customerId } = await company();
  await add(reseller, customerId, fileOf(three[0]!));
  const file = fileOf(
    three[1]!,
    "Jo,Lane2,jo@acme,12,,maybe",
    "Grace,Again,GRACE@acme.example,,,",
    three[0]!,
    "J\uFFFDrg,Lane,joerg@acme.example,,,",
  );
  const { Users, FaultCount, Faults } = await check(reseller, customerId, file);
  expect([Users, FaultCount]).toEqual([2, 8]);
  expect(Faults.map(({ Line, Column, Reason }) => `${Line} ${Column}: ${Reason}`)).toEqual([
    "3 Last name: Must be a name: letters, spaces, hyphens, dots and apostrophes",
    "3 Email: Must be a valid email address",
    "3 Phone: Must be a phone number, for example 01234 567 890",
    "3 Admin (yes/no): Must be yes or no",
    "4 Email: Is also on line 2",
    "5 Email: The customer already has a user with this address",
    "6 First name: Must be a name: letters, spaces, hyphens, dots and apostrophes",
    "6 : Has signs that cannot be read. Save the file as CSV UTF-8.",
  ]);
  const refused = await add(reseller, customerId, file);
  expect([refused.status, refused.Error, refused.Errors]).toEqual([
    422,
    "fileHasFaults",
    { File: "Line 3, Last name: Must be a name: letters, spaces, hyphens, dots and apostrophes" },
  ]);
  expect(await listed(reseller, customerId)).toHaveLength(1);
});

test.each([
  ["", "1 : This file is empty."],
  ["Name;Email\nJo;jo@acme.example", "1 First name: This column is missing. Begin with the template."],
  [userTemplate, "1 : The file names no user"],
])("USER-05 the file %j is no file of users", async (file, fault) => {
  const { reseller, customerId } = await company();
  const checked = await app.call(reseller, customerUsers.checkFile, { params: { customerId }, body: bodyOf(file) });
  const [first] = checked.Result?.Faults ?? [{ Line: 1, Column: "", Reason: checked.Errors!["File"] }];
  expect(`${first!.Line} ${first!.Column}: ${first!.Reason}`).toBe(fault);
});

test("USER-05 fifty thousand users are added at once, one more is refused, and others work on meanwhile", async () => {
  const { reseller, customerId } = await company();
  const many = (count: number) =>
    fileOf(...Array.from({ length: count }, (_, n) => `Jo,Lane,jo-${n}@acme.example,0117 496 0148,Dentist,no`));
  const [fault] = (await check(reseller, customerId, many(50_001))).Faults;
  expect(fault).toEqual({ Line: 50_002, Column: "", Reason: "A file has at most 50,000 users" });
  const adding = add(reseller, customerId, many(50_000));
  const other = await app.signIn({ resellerId: reseller.resellerId });
  const waits: number[] = [];
  for (let n = 0; n < 20; n++) {
    const from = performance.now();
    expect((await app.call(other, users.list, { query: { CustomerId: customerId } })).status).toBe(200);
    waits.push(performance.now() - from);
  }
  const added = await adding;
  expect(added.Result).toEqual({ Added: 50_000 });
  expect(Math.max(...waits)).toBeLessThan(2_000);
  const [kept] = await app.sql("select user_count from customers where id = $1", [customerId]);
  expect(kept).toEqual({ user_count: 50_000 });
}, 120_000);

test("a file is refused of a suspended customer, and to whoever may not manage its users", async () => {
  const { reseller, customerId } = await company();
  const elsewhere = await app.signIn();
  expect((await add(elsewhere, customerId, fileOf(...three))).status).toBe(404);
  const plain = await app.signIn({ resellerId: reseller.resellerId, kind: "endUser", customerId });
  expect((await add(plain, customerId, fileOf(three[0]!))).status).toBe(404);
  await app.sql("update customers set status = 'Suspended', suspended_at = now() where id = $1", [customerId]);
  expect((await add(reseller, customerId, fileOf(...three))).Error).toBe("customerSuspended");
});
