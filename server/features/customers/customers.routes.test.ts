import { customerForms } from "@tradewind/contract/customer-forms.ts";
import { customers } from "@tradewind/contract/customers.ts";
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

test.each([
  ["CUST-13 an invalid name is refused", "a@b", "invalid characters"],
  ["CUST-14 an empty name is refused", "   ", "cannot be empty"],
  ["FORM-03 a name that is too long is refused", "a".repeat(101), "Must be a maximum of 100 character(s)"],
])("%s", async (_, name, message) => {
  const reseller = await app.signIn();
  const attempt = await app.call(reseller, customerForms.add, { body: { name, ...commercial } });
  expect(attempt).toMatchObject({ status: 400, Error: "invalidRequest", Errors: { name: message } });
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
    expect((await app.call(reseller, customers.count, { query: { Search: "dental" } })).Result).toEqual({
      Total: 2,
      Active: 2,
      Suspended: 0,
    });
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
