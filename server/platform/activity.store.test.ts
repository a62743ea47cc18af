import { expect, test } from "vitest";
import { testApp } from "../test/test-app.ts";
import { recordActivity, type Doer } from "./activity.store.ts";

const app = await testApp();

test("a line says who acted: a person, staff on a person's behalf, or the marketplace itself", async () => {
  const { resellerId, personId } = await app.signIn();
  const staff = await app.signInOperator();
  const now = new Date("2026-03-02T09:30:00Z");
  const record = (actor: Doer["actor"], outcome?: "refused") =>
    app.platform.database.write({ role: "app_tenant", resellerId }, (tx) =>
      recordActivity(
        tx,
        { resellerId, actor, now },
        { action: "made", what: "Made it", object: ["test", null], ...(outcome && { outcome }) },
      ),
    );
  await record({ personId, displayName: "Robin Tester", behind: null, behindId: null });
  await record(
    { personId, displayName: "Robin Tester", behind: "Olive Operator", behindId: staff.personId },
    "refused",
  );
  await record(null);
  const lines = await app.sql<Record<string, unknown>>(
    "select who, on_behalf_of, person_id, behind_id, outcome, at from activity where reseller_id = $1 order by id",
    [resellerId],
  );
  expect(lines.map((line) => Object.values(line))).toEqual([
    ["Robin Tester", null, personId, null, "done", now],
    ["Olive Operator", "Robin Tester", personId, staff.personId, "refused", now],
    ["Tradewind", null, null, null, "done", now],
  ]);
});
