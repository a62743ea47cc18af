import { endpoints } from "@tradewind/contract/all.ts";
import { expect, test } from "vitest";
import { testApp, type Person } from "./test-app.ts";

// That each call is repeated with one effect is tried where its entry in the log is looked at.

const app = await testApp();

test.each(["k".repeat(256), "a b", "caf\u00e9"])(
  "a key that cannot be used is called so, not missing: %s",
  async (key) => {
    const body = { name: "Harbour Lights", organisationTypes: ["Commercial"] };
    expect(await app.call(await app.signIn(), endpoints["customers.add"]!, { body }, { key })).toMatchObject({
      status: 400,
      Error: "idempotencyKeyInvalid",
      text: expect.stringContaining("must be 1 to 255 ASCII characters without spaces"),
    });
  },
);

test("a key of one caller is no key of another: neither of a person nor of an address", async () => {
  const [one, two] = [await app.signIn(), await app.signIn()];
  const body = { name: "Harbour Lights", organisationTypes: ["Commercial"] };
  const add = (person: Person) => app.call(person, endpoints["customers.add"]!, { body }, { key: "1" });
  expect((await add(one)).text).not.toBe((await add(two)).text);
  const [{ kept }] = (await app.sql<{ kept: number }>(
    "select count(*)::int as kept from idempotency where key = '1'",
  )) as [{ kept: number }];
  expect(kept).toBe(2);
});
