import { readFileSync } from "node:fs";
import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import { customers } from "@tradewind/contract/customers/customers.ts";
import { restrictions } from "@tradewind/contract/access/restrictions.ts";
import { describe, expect, test } from "vitest";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const commercial = { organisationTypes: ["Commercial" as const] };

async function add(person: Person, name: string) {
  const { Result } = await app.call(person, customerForms.add, { body: { name, ...commercial } });
  return Result!.customerId;
}

test("CUST-08 create and update answer organisationId and customerId", async () => {
  const reseller = await app.signIn();

  const added = await app.call(reseller, customerForms.add, {
    body: { name: "Acme", ...commercial, TownCity: "Leeds" },
  });
  const id = added.Result!.customerId;
  const updated = await app.call(reseller, customerForms.update, {
    params: { customerId: id },
    body: { name: "Acme Ltd", ...commercial },
  });

  expect(added).toMatchObject({ status: 200, Succeed: true, Result: { organisationId: id, customerId: id } });
  expect(updated.Result).toEqual({ organisationId: id, customerId: id });
  expect((await app.call(reseller, customers.byId, { params: { customerId: id } })).Result).toMatchObject({
    Name: "Acme Ltd",
    TownCity: null,
  });
});

test("CUST-30 each of the five calls gives the customers that a person sees, and no others", async () => {
  const reseller = await app.signIn();
  const [acme, bright] = [await add(reseller, "Acme"), await add(reseller, "Bright")];
  const people = { resellerId: reseller.resellerId };
  const engineer = await app.signIn({ ...people, kind: "engineer" });
  await app.call(reseller, restrictions.setCustomers, {
    params: { userId: engineer.membershipId },
    body: { Version: 0, Every: false, CustomerIds: [bright] },
  });
  const admin = await app.signIn({ ...people, kind: "endUserAdmin", customerId: acme });
  const seen = async (person: Person) => ({
    list: (await app.call(person, customers.list)).Result?.Items.map(({ Id }) => Id),
    ofReseller: (await app.call(person, customers.ofReseller)).Result?.Items.map(({ Id }) => Id),
    suggestions: (await app.call(person, customers.suggestions)).Result?.Items.map(({ Id }) => Id),
    ofEndUserAdmin: (await app.call(person, customers.ofEndUserAdmin)).Result?.Id,
    byId: (await app.call(person, customers.byId, { params: { customerId: acme } })).Result?.Id,
  });
  const [both, one, own] = [[acme, bright], [bright], [acme]];
  expect(await seen(reseller)).toEqual({ list: both, ofReseller: both, suggestions: both, byId: acme });
  expect(await seen(engineer)).toEqual({ list: one, ofReseller: one, suggestions: one });
  expect(await seen(admin)).toEqual({ list: own, suggestions: own, ofEndUserAdmin: acme, byId: acme });
});

test("CUST-10 a renamed customer shows its new name in the list and the activity log", async () => {
  const reseller = await app.signIn();
  const id = await add(reseller, "Acme");

  const renamed = await app.call(reseller, customerForms.rename, {
    params: { customerId: id },
    body: { NewName: "Acme Ltd" },
  });

  expect(renamed.Result?.Name).toBe("Acme Ltd");
  const list = await app.call(reseller, customers.list);
  expect(list.Result?.Items.map((item) => item.Name)).toEqual(["Acme Ltd"]);
  const log = await app.call(reseller, customers.activity, { params: { customerId: id } });
  expect(log.Result?.Items.map((line) => line.What)).toEqual(["Renamed Acme to Acme Ltd", "Added Acme"]);
});

test("CUST-35 the activity of a customer is everybody's or one user's, with those who did something", async () => {
  const reseller = await app.signIn();
  const engineer = await app.signIn({ kind: "engineer", resellerId: reseller.resellerId });
  const id = await add(reseller, "Acme");
  await app.call(engineer, customerForms.rename, { params: { customerId: id }, body: { NewName: "Acme Ltd" } });
  const ask = (query: { UserId?: string } = {}) =>
    app.call(reseller, customers.activity, { params: { customerId: id }, query });
  const seen = async (query?: { UserId?: string }) => {
    const { Result } = await ask(query);
    expect(Result!.Users.map((user) => user.Id).toSorted()).toEqual(
      [reseller.membershipId, engineer.membershipId].toSorted(),
    );
    return Result!.Items.map((line) => line.What);
  };
  expect(await seen()).toEqual(["Renamed Acme to Acme Ltd", "Added Acme"]);
  expect(await seen({ UserId: engineer.membershipId })).toEqual(["Renamed Acme to Acme Ltd"]);
  expect(await seen({ UserId: reseller.membershipId })).toEqual(["Added Acme"]);
  expect((await ask({ UserId: (await app.signIn()).membershipId })).status, "another reseller's").toBe(404);
});

test.each([
  ["CUST-13 an invalid name is refused", "a@b", "invalid characters"],
  ["CUST-14 an empty name is refused", "   ", "cannot be empty"],
  ["FORM-03 a name that is too long is refused", "a".repeat(101), "Must be a maximum of 100 character(s)"],
])("%s", async (_, name, message) => {
  const reseller = await app.signIn();
  const attempt = await app.call(reseller, customerForms.add, { body: { name, ...commercial } });
  expect(attempt).toMatchObject({ status: 400, Error: "invalidRequest", Errors: { name: message } });
});

test.each([
  ["FORM-04", "PostCode", "LS", "Must be a minimum of 3 character(s)", "LS1"],
  ["FORM-13", "PostCode", "a_b", "Must be letters, digits, dashes, dots and spaces", "A-1. b"],
  ["FORM-15", "ContactName", "Ada 2", "Must not contain digits", "Ada Lovelace"],
  ["FORM-17", "ContactEmail", `a@b.${"c".repeat(16)}`, "Must be a valid email address", `a@b.${"c".repeat(15)}`],
  ["FORM-17", "ContactEmail", "a@b.co,c@d.co", "Must be a valid email address", "a@b.co"],
  ["FORM-19", "Telephone", "1234567890", "Must be a phone number, for example 01234 567 890", "+44 1234 567 890"],
] as const)("%s the %s %j of a customer is refused: %s; and %j is kept", async (_row, name, wrong, message, right) => {
  const reseller = await app.signIn();
  const sent = (value: string) =>
    app.call(reseller, customerForms.add, { body: { name: "Acme", ...commercial, [name]: value } });
  expect(await sent(wrong)).toMatchObject({ status: 400, Error: "invalidRequest", Errors: { [name]: message } });
  const { Result } = await sent(right);
  const kept = await app.call(reseller, customers.byId, { params: { customerId: Result!.customerId } });
  expect(kept.Result).toMatchObject({ [name]: right });
});

test("CUST-15 a name taken is refused on its field, whatever its case", async () => {
  const reseller = await app.signIn();
  await add(reseller, "Acme");
  const attempt = await app.call(reseller, customerForms.add, { body: { name: "ACME", ...commercial } });
  expect(attempt).toMatchObject({
    status: 409,
    Error: "customerNameTaken",
    Errors: { name: "A customer with this name already exists" },
  });
});

test.each([
  ["O'Brien", "O’Brien"],
  ["Café Nero", "Cafe\u0301 NERO"],
  ["Smith-Jones", "Smith–Jones"],
  ['The "Blue" Door', "The “Blue” Door"],
  ["«Bleu»", "„Bleu“"],
])("a customer named like another but for accents and signs is the same twice: %s and %s", async (first, second) => {
  const reseller = await app.signIn();
  await add(reseller, first);
  expect((await app.call(reseller, customerForms.add, { body: { name: second, ...commercial } })).Error).toBe(
    "customerNameTaken",
  );
});

test("customers who read alike since before stay as they are, are marked, and are refused only a new name that is taken", async () => {
  const reseller = await app.signIn();
  await add(reseller, "Café Nero");
  const id = await add(reseller, "Nero");
  await app.sql("update customers set name = 'Cafe Nero', named_alike = true where id = $1", [id]);
  await app.sql("update customers set named_alike = true where id = $1", [id]);
  const params = { customerId: id };
  const change = (name: string) =>
    app.call(reseller, customerForms.update, { params, body: { name, ...commercial, TownCity: "Leeds" } });
  expect((await change("Cafe Nero")).Succeed).toBe(true);
  expect((await app.call(reseller, customers.byId, { params })).Result).toMatchObject({ NamedAlike: true });
  expect((await change("CAFÉ NERO")).Error).toBe("customerNameTaken");
  expect((await change("Nero Leeds")).Succeed).toBe(true);
  expect((await app.call(reseller, customers.byId, { params })).Result).toMatchObject({ NamedAlike: false });
});

test("customers whom only the kind of a quotation mark told apart stay, the later one marked, and both are found", async () => {
  const reseller = await app.signIn();
  const migration = (name: string) => readFileSync(new URL(`../../migrations/${name}`, import.meta.url), "utf8");
  const [asBefore] = /create function folded.*?;/s.exec(migration("0715_folded_names.sql"))!;
  await app.sql(asBefore.replace("create", "create or replace"));
  await app.sql("reindex index customers_name_reads_once");
  const names = ['"Blue" Ltd', "“Blue” Ltd"];
  const [first, second] = [await add(reseller, names[0]!), await add(reseller, names[1]!)];
  await app.sql(migration("0757_folded_quotation_marks.sql"));
  const alike = async (customerId: string) =>
    (await app.call(reseller, customers.byId, { params: { customerId } })).Result!.NamedAlike;
  expect([await alike(first), await alike(second)]).toEqual([false, true]);
  const { Result } = await app.call(reseller, customers.list, { query: { Search: "„blue“" } });
  expect(Result!.Items.map(({ Name }) => Name).toSorted()).toEqual(names);
});

test("a customer is found by words in any order, without accents, by domain, address and telephone", async () => {
  const reseller = await app.signIn();
  const { Result } = await app.call(reseller, customerForms.add, {
    body: {
      name: "Château Brasserie",
      ...commercial,
      Domain: "brasserie.example",
      TownCity: "Bray",
      PostCode: "A98 X2Y3",
      Country: "IE",
      ContactName: "Seán Ó Briain",
      Telephone: "01 234 5678",
    },
  });
  await add(reseller, "Acme Dental");
  const found = async (Search: string) =>
    (await app.call(reseller, customers.list, { query: { Search } })).Result!.Items.map(({ Name }) => Name);
  for (const search of [
    "brasserie chateau",
    "brasserie.ex",
    "A98X2Y3",
    "bray",
    "sean o briain",
    "01 234 5678",
    "+353 1 234",
  ])
    expect([search, ...(await found(search))]).toEqual([search, "Château Brasserie"]);
  expect(await found("brasserie dental")).toEqual([]);
  const params = { customerId: Result!.customerId };
  expect((await app.call(reseller, customers.byId, { params })).Result!.Telephone).toBe("+35312345678");
});

test("CUST-11 CUST-12 a customer is suspended and reactivated by a POST without a body", async () => {
  const reseller = await app.signIn();
  const params = { customerId: await add(reseller, "Acme") };

  expect((await app.call(reseller, customers.suspend, { params })).Result).toMatchObject({ Status: "Suspended" });
  expect((await app.call(reseller, customers.suspend, { params })).Error).toBe("customerAlreadySuspended");
  expect((await app.call(reseller, customers.reactivate, { params })).Result).toMatchObject({
    Status: "Active",
    SuspendedAt: null,
  });
  expect((await app.call(reseller, customers.reactivate, { params })).Error).toBe("customerNotSuspended");
});

describe("pages", () => {
  test.each(["name", "-name", "created", "-created"] as const)(
    "by %s every customer comes once, in order",
    async (sort) => {
      const reseller = await app.signIn();
      await app.sql(
        `insert into customers (reseller_id, name, created_at) select $1, 'Customer ' || lpad((n % 7)::text, 2, '0') || ' ' || n, timestamptz '2026-01-01' + (n % 11) * interval '1 day' from generate_series(1, 120) n`,
        [reseller.resellerId],
      );
      const seen: { Id: string; Name: string; Created: string }[] = [];
      let after: string | undefined;
      do {
        const { Result } = await app.call(reseller, customers.list, {
          query: { Sort: sort, ...(after ? { After: after } : {}) },
        });
        seen.push(...Result!.Items);
        after = Result!.Next ?? undefined;
      } while (after);

      expect(new Set(seen.map((item) => item.Id)).size).toBe(120);
      const key = sort.endsWith("name") ? seen.map((item) => item.Name) : seen.map((item) => item.Created);
      const sorted = key.toSorted((a, b) => a.localeCompare(b, "en-GB"));
      expect(key).toEqual(sort.startsWith("-") ? sorted.toReversed() : sorted);
    },
  );

  test("the search finds part of a name, takes % and _ for themselves, and counts", async () => {
    const reseller = await app.signIn();
    for (const name of ["Acme Dental", "Dental & Son", "100 per cent"]) await add(reseller, name);
    const find = async (Search: string) =>
      (await app.call(reseller, customers.list, { query: { Search } })).Result!.Items.map((item) => item.Name);

    expect(await find("dental")).toEqual(["Acme Dental", "Dental & Son"]);
    expect(await find("%")).toEqual([]);
    expect((await app.call(reseller, customers.count, { query: { Search: "dental" } })).Result).toMatchObject({
      Total: 2,
      Active: 2,
      Suspended: 0,
    });
  });
});

describe("marks", () => {
  const statuses = { Active: "Active", Ended: "Deleted" } as const;
  async function addWith(
    reseller: Person,
    name: string,
    {
      type = "Commercial",
      product,
      suspended,
    }: { type?: string; product?: [string, keyof typeof statuses]; suspended?: true } = {},
  ) {
    const [row] = await app.sql<{ id: string }>(
      `insert into customers (reseller_id, name, organisation_type, status, suspended_at, created_at)
       values ($1, $2, $3, $4, $5::timestamptz, '2026-01-02') returning id`,
      [reseller.resellerId, name, type, suspended ? "Suspended" : "Active", suspended ? "2026-01-03" : null],
    );
    if (product)
      await app.sql(
        `insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
         values ($1, $2, $3, $4, '2026-01-02', '2026-01-02')`,
        [reseller.resellerId, row!.id, product[0], statuses[product[1]]],
      );
    return row!.id;
  }
  const some = async () => {
    const reseller = await app.signIn();
    await addWith(reseller, "Acme Dental", { product: ["microsoft-365", "Active"] });
    await addWith(reseller, "Beacon School", { type: "Education", product: ["microsoft-365", "Active"] });
    await addWith(reseller, "Cobalt School", { type: "Education", product: ["microsoft-365", "Ended"] });
    await addWith(reseller, "Dunmore School", {
      type: "Education",
      product: ["acronis-backup", "Active"],
      suspended: true,
    });
    return reseller;
  };
  type Query = NonNullable<Parameters<typeof app.call<typeof customers.list>>[2]>["query"];

  test.each<[string[], Query]>([
    [["Beacon School", "Cobalt School", "Dunmore School"], { Type: "Education" }],
    [["Beacon School", "Cobalt School"], { Type: "Education", Status: "Active" }],
    [["Beacon School"], { Type: "Education", Status: "Active", Services: "some" }],
    [["Cobalt School"], { Services: "none" }],
    [["Acme Dental", "Beacon School"], { ProductId: "microsoft-365" }],
    [["Beacon School"], { ProductId: "microsoft-365", Type: "Education", Search: "school" }],
    [[], { ProductId: "microsoft-365", Services: "none" }],
  ])("CUST-01 finds %j, where every mark counts", async (names, query) => {
    const { Result } = await app.call(await some(), customers.list, { query });
    expect(Result!.Items.map(({ Name }) => Name)).toEqual(names);
  });

  test("CUST-01 each figure leaves out what is asked of its own kind, and products are those in use", async () => {
    const reseller = await some();
    const count = async (query: Query) => (await app.call(reseller, customers.count, { query })).Result!;
    expect(await count({ Type: "Education", Status: "Active" })).toMatchObject({
      Total: 2,
      Active: 2,
      Suspended: 1,
      WithServices: 1,
      WithoutServices: 1,
      Types: { Commercial: 1, Education: 2, Charity: 0, Government: 0 },
    });
    const ofProduct = await count({ ProductId: "microsoft-365" });
    expect(ofProduct).toMatchObject({ Total: 2, Active: 2, Suspended: 0, WithoutServices: 0 });
    expect(ofProduct.Products.map(({ Id }) => Id)).toEqual(["acronis-backup", "microsoft-365"]);
  });

  test("CUST-01 an unknown mark is refused, an unknown product finds nobody", async () => {
    const reseller = await some();
    const unknown = await app.call(reseller, customers.list, { query: { Type: "Circus" as "Charity" } });
    expect(unknown).toMatchObject({ status: 400, Error: "invalidRequest" });
    const nobody = await app.call(reseller, customers.list, { query: { ProductId: "no-such-product" } });
    expect(nobody.Result!.Items).toEqual([]);
  });
});

test("ACL-37 an end-user admin sees and reaches only their own customer", async () => {
  const reseller = await app.signIn();
  const own = await add(reseller, "Own");
  const sibling = await add(reseller, "Sibling");
  const admin = await app.signIn({ kind: "endUserAdmin", resellerId: reseller.resellerId, customerId: own });

  expect((await app.call(admin, customers.list)).Result!.Items.map((item) => item.Name)).toEqual(["Own"]);
  expect((await app.call(admin, customers.count)).Result!.Total).toBe(1);
  expect((await app.call(admin, customers.byId, { params: { customerId: sibling } })).status).toBe(404);
});

test("the same Idempotency-Key adds one customer and answers the same; with another body it is refused", async () => {
  const reseller = await app.signIn();
  const body = { name: "Acme", ...commercial };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => app.call(reseller, customerForms.add, { body }, { key: "k-1" })),
  );

  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  expect((await app.call(reseller, customers.count)).Result!.Total).toBe(1);
  const other = await app.call(reseller, customerForms.add, { body: { ...body, name: "Other" } }, { key: "k-1" });
  expect(other).toMatchObject({ status: 422, Error: "idempotencyKeyReused" });
});

test("an Idempotency-Key belongs to its person: two people with the same key each get and repeat their own answer", async () => {
  const one = await app.signIn();
  const colleague = await app.signIn({ resellerId: one.resellerId });
  const addOnce = (person: typeof one, name: string) =>
    app.call(person, customerForms.add, { body: { name, ...commercial } }, { key: "k-2" });
  const first = [await addOnce(one, "Acme"), await addOnce(colleague, "Borealis")];

  const again = [await addOnce(one, "Acme"), await addOnce(colleague, "Borealis")];

  expect(first.map(({ status }) => status)).toEqual([200, 200]);
  expect(again.map(({ text }) => text)).toEqual(first.map(({ text }) => text));
  expect((await app.call(one, customers.count)).Result!.Total).toBe(2);
});
