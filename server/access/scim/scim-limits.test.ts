import { companyProvider } from "@tradewind/contract/access/company-providers.ts";
import { expect, test } from "vitest";
import { proveNow } from "../../test/soft-authenticator.ts";
import { testApp } from "../../test/test-app.ts";

test("the calls of an unknown token are counted by address, and its bodies are not read", async () => {
  const narrow = await testApp({ CALLS_PER_ADDRESS: "1" });
  const answers = [];
  for (let left = 4; left > 0; left--)
    answers.push(
      await narrow.app.inject({
        method: "POST",
        url: "/scim/v2/Users",
        headers: { authorization: `Bearer ${"x".repeat(40)}`, "content-type": "application/json" },
        payload: "x".repeat(70_000),
      }),
    );
  // A minute may begin among them, in which one more is answered.
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401, 429]));
  expect(answers.find(({ statusCode }) => statusCode === 429)!.headers).toHaveProperty("retry-after");
});

test("the calls of a token are counted", async () => {
  const narrow = await testApp({ CALLS_PER_TOKEN: "1" });
  const owner = await narrow.signIn();
  await proveNow(narrow, owner.sessionId);
  const { Token } = (await narrow.call(owner, companyProvider.makeToken, { body: { Days: 1 } })).Result!;
  const statuses = [];
  for (let left = 4; left > 0; left--)
    statuses.push(
      (await narrow.app.inject({ url: "/scim/v2/Users", headers: { authorization: `Bearer ${Token}` } })).statusCode,
    );
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});
