import { findBreaches } from "@tradewind/tools/demo/invariants.ts";
import { addCustomers } from "@tradewind/tools/demo/large.ts";
import pg from "pg";
import { expect, test } from "vitest";
import { testApp } from "./test-app.ts";

const app = await testApp();

test("customers that are added by the thousand hold together: what is charged owes its vendor", async () => {
  const { resellerId } = await app.signIn();
  await app.sql("update business_clock set worked_until = $1", [app.platform.clock.today()]);
  const database = new pg.Pool({ connectionString: app.database.adminUrl, max: 2 });
  const client = await database.connect();
  await client.query("begin");
  await addCustomers(client, resellerId, 40);
  await client.query("commit");
  client.release();
  const found = await findBreaches(database);
  await database.end();
  expect(found).toEqual([]);
});
