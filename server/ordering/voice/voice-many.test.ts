import { work } from "@tradewind/contract/ordering/work.ts";
import { siteLetter } from "@tradewind/domain/ordering/voice.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { tickSteps } from "../../test/tick-steps.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { siteOf, voiceStory } from "../../test/voice.ts";

const app = await testApp();
const worker = await testWorker(app);
const operator = await app.signInOperator();
const { signInSigned, becomes } = orderStory(app, worker);
const { stockUp, serviceFor, place, workFor, summary } = voiceStory(app, operator, worker);

test("ORD-42 ORD-49 two hundred sites are one order, placed and read without a statement for each", async () => {
  await stockUp("0113", "0113 496 0000", 1000);
  await stockUp("0114", "0114 496 0000", 1000);
  await stockUp("0115", "0115 496 0000", 1000);
  const boss = await signInSigned();
  // The hub reads events by itself.
  await app.platform.hub.stop();
  const counted = async <T>(sent: () => Promise<T>) => {
    const before = app.platform.database.statementsSent();
    const answered = await sent();
    return { answered, statements: app.platform.database.statementsSent() - before };
  };
  const placing = async (count: number) => {
    const service = await serviceFor(boss, {
      Sites: Array.from({ length: count }, (_, at) =>
        siteOf(["0113", "0114", "0115"][at % 3]!, 1, {
          SiteName: `Site number ${at}`,
          Address1: "A long way down the road ".repeat(3).trim(),
          Address2: "An address of many words that fills its line entirely and then some more",
        }),
      ),
    });
    const placed = await counted(() => place(boss, service));
    expect(placed.answered).toMatchObject({ status: 200 });
    const { OrderId, InstanceId } = placed.answered.Result!;
    const read = await counted(() => summary(boss, service.OrganisationID, OrderId));
    return { service, InstanceId, read: read.answered.Result!, statements: placed.statements + read.statements };
  };
  await placing(1);
  const two = await placing(2);
  const many = await placing(200);
  // What the process does beside may take some.
  expect(many.statements).toBeLessThan(two.statements + 20);
  expect(many.read.Sites).toHaveLength(200);
  expect(many.read.Sites.map(({ SiteName }) => SiteName)).toEqual(many.service.Sites.map(({ SiteName }) => SiteName));
  expect(siteLetter(many.read.Sites.length - 1)).toBe("GR");

  const item = await workFor(many.service.OrganisationName);
  await tickSteps(app, operator, item.Id);
  const done = await app.call(operator, work.complete, { params: { workItemId: item.Id }, body: {} });
  expect(done.status).toBe(200);
  await becomes(boss, many.InstanceId, "Active");

  const tooMany = await serviceFor(boss, { Sites: Array.from({ length: 201 }, () => siteOf("0113")) });
  expect((await place(boss, tooMany)).Errors).toEqual({ Sites: "Order at most 200 sites at a time" });
});
