import { personalData } from "@tradewind/contract/access/privacy.ts";
import { activityLog } from "@tradewind/contract/insight/activity-log.ts";
import { serviceLists } from "@tradewind/contract/ordering/service-lists.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testApp } from "./test-app.ts";

const app = await testApp();

test("all that is downloaded as it is made waits for the turn of its company, and for no connection", async () => {
  const person = await app.signIn();
  const { exports } = app.platform;
  const ofCompany = { role: "app_tenant", resellerId: person.resellerId } as const;
  const hold = () => exports.stream(ofCompany, () => sql`select repeat('x', 1000) from generate_series(1, 1000)`);
  const begun = [await hold(), await hold()];
  const waiting = [hold(), hold(), hold(), hold()];
  const downloads = [activityLog.sealed, activityLog.csv, personalData.own, serviceLists.csv];
  const answers = async () => {
    const all = [];
    for (const download of downloads) all.push((await app.call(person, download)).status);
    return all;
  };
  const busy = await answers();
  for (const each of [...begun, ...waiting]) (await each).destroy();
  expect([busy, await answers()]).toEqual([
    [503, 503, 503, 503],
    [200, 200, 200, 200],
  ]);
});
