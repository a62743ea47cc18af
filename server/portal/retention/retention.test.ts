import { retention } from "@tradewind/contract/portal/retention.ts";
import { expect, test } from "vitest";
import { testApp } from "../../test/test-app.ts";

test("the operator reads what is kept how long, by the times that are set", async () => {
  const app = await testApp({ KEEP_TICKETS_DAYS: "400" });
  const { Items } = (await app.call(await app.signInOperator(), retention.list)).Result!;
  expect(Items).toContainEqual({
    Name: "Closed tickets, with messages, notes and files",
    Kept: "400 days after they are closed",
    Setting: "KEEP_TICKETS_DAYS",
    IsRemoved: true,
  });
  expect(Items.find(({ Name }) => Name.startsWith("Invoices"))).toMatchObject({ Setting: null, IsRemoved: false });
});
