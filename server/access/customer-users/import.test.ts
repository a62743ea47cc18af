import { customerUsers } from "@tradewind/contract/access/customer-users.ts";
import { users } from "@tradewind/contract/access/users.ts";
import { userTemplate } from "@tradewind/domain/access/user-file.ts";
import pg from "pg";
import { expect, test } from "vitest";
import { addCustomer } from "../../test/auth-fixtures.ts";
import { until } from "../../test/processes.ts";
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

const many = (count: number) =>
  fileOf(...Array.from({ length: count }, (_, n) => `Jo,Lane,jo-${n}@acme.example,0117 496 0148,Dentist,no`));

test("USER-05 two thousand users are added at once, and one more, or a larger file, is refused before anybody is", async () => {
  const { reseller, customerId } = await company();
  const { Faults } = await check(reseller, customerId, many(2_001));
  const limit = "This is user 2,001. A file has at most 2,000: import the others from a second one.";
  expect(Faults).toEqual([{ Line: 2_002, Column: "", Reason: limit }]);
  expect((await add(reseller, customerId, many(2_001))).Errors).toEqual({ File: `Line 2,002: ${limit}` });
  const larger = await add(reseller, customerId, `${many(2_000)}${"\r\n".repeat(450_000)}`);
  expect([larger.status, larger.Errors]).toEqual([
    400,
    { File: "This file is too large. It can have at most 2,000 users and 1 MB." },
  ]);
  expect(await listed(reseller, customerId)).toEqual([]);

  const adding = add(reseller, customerId, many(2_000));
  const other = await app.signIn({ resellerId: reseller.resellerId });
  for (let n = 0; n < 5; n++)
    expect((await app.call(other, users.list, { query: { CustomerId: customerId } })).status).toBe(200);
  expect((await adding).Result).toEqual({ Added: 2_000 });
  const again = await check(reseller, customerId, many(2_000));
  expect([again.FaultCount, again.Faults[0]!.Reason]).toEqual([
    2_000,
    "The customer already has a user with this address",
  ]);
  expect((await add(reseller, customerId, many(2_000))).Error).toBe("fileHasFaults");
  const [kept] = await app.sql("select user_count from customers where id = $1", [customerId]);
  expect(kept).toEqual({ user_count: 2_000 });
});

test("USER-05 a file is read however spreadsheets save it: separators, order of columns, quotes and signs", async () => {
  const { reseller, customerId } = await company();
  const rows = (separator: string, n: number) =>
    [
      ["Email", "Admin (yes/no)", "LAST NAME", "First name", "Job title", "Phone"],
      [`zoe-${n}@acme.example`, "no", "Müller", "Zoë", `"Head; of ""care"", days"`, ""],
    ]
      .map((cells) => cells.join(separator))
      .join("\r\n");
  const files = [
    Buffer.from(`\uFEFF${rows(",", 0)}`),
    Buffer.from(`\uFEFF${rows("\t", 1)}`, "utf16le"),
    Buffer.from(rows(";", 2), "utf16le").swap16(),
    Buffer.from(rows(";", 3), "latin1"),
  ];
  for (const file of files) {
    const body = { File: file.toString("base64") };
    expect((await app.call(reseller, customerUsers.import, { params: { customerId }, body })).Result).toEqual({
      Added: 1,
    });
  }
  const added = { Name: "Zoë Müller", JobTitle: 'Head; of "care", days', Kind: "endUser" };
  expect(await listed(reseller, customerId)).toEqual(files.map(() => expect.objectContaining(added)));
});

test("USER-05 an import that is killed half way has added nobody, and goes through when it is sent again", async () => {
  const { reseller, customerId } = await company();
  const key = crypto.randomUUID();
  const holder = new pg.Client(app.database.adminUrl);
  await holder.connect();
  try {
    // The people are written before what they are a member of, which is held.
    await holder.query("begin; lock table memberships in share mode");
    const killed = add(reseller, customerId, fileOf(...three), key);
    await until(
      async () =>
        (
          await app.sql<{ ended: boolean }>(
            "select pg_terminate_backend(pid) as ended from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query ~ 'insert into memberships'",
          )
        ).some(({ ended }) => ended),
      "the import to wait",
    );
    await holder.query("rollback");
    expect((await killed).status).toBeGreaterThanOrEqual(500);
  } finally {
    await holder.end();
  }
  const people = "select from people where user_name like 'added-%' and id not in (select person_id from memberships)";
  expect([await listed(reseller, customerId), await app.sql(people)]).toEqual([[], []]);
  expect((await add(reseller, customerId, fileOf(...three), key)).Result).toEqual({ Added: 3 });
  expect(await listed(reseller, customerId)).toHaveLength(3);
});

test("a file is refused of a suspended customer, and to whoever may not manage its users", async () => {
  const { reseller, customerId } = await company();
  const elsewhere = await app.signIn();
  expect((await add(elsewhere, customerId, fileOf(...three))).status).toBe(404);
  const plain = await app.signIn({ resellerId: reseller.resellerId, kind: "endUser", customerId });
  expect((await add(plain, customerId, fileOf(three[0]!))).status).toBe(404);
  await app.sql("update customers set status = 'Suspended', suspended_at = now() where id = $1", [customerId]);
  expect((await add(reseller, customerId, fileOf(...three))).Error).toBe("customerSuspended");
});
