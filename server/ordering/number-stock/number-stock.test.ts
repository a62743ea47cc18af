import type { SentOf } from "@tradewind/contract/endpoint.ts";
import { numberStock } from "@tradewind/contract/ordering/number-stock.ts";
import { expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { siteOf, voiceStory } from "../../test/voice.ts";

const app = await testApp();
const worker = await testWorker(app);
const operator = await app.signInOperator();
const { signInSigned } = orderStory(app, worker);
const { serviceFor, place } = voiceStory(app, operator, worker);

const add = (body: SentOf<typeof numberStock.add>["body"]) => app.call(operator, numberStock.add, { body });
const withdraw = (numberRangeId: string) => app.call(operator, numberStock.withdraw, { params: { numberRangeId } });
const find = async (id: string) =>
  (await app.call(operator, numberStock.list)).Result!.Items.find(({ Id }) => Id === id);

test("a range says how many of it are free, held and resting, and only one that is free as a whole is withdrawn", async () => {
  const { Result } = await add({ AreaCode: "0113", First: "0113 496 0000", Count: 30 });
  const { Id } = Result!;
  expect(Result).toMatchObject({ Numbers: "+441134960000 to +441134960029", Count: 30, Free: 30, Held: 0, Resting: 0 });
  const boss = await signInSigned();
  expect((await place(boss, await serviceFor(boss, { Sites: [siteOf("0113", 2)] }))).status).toBe(200);
  expect(await find(Id)).toMatchObject({ Free: 10, Held: 20, Resting: 0 });
  expect(await withdraw(Id)).toMatchObject({ status: 409, Error: "numbersInUse" });
  // One block is given back today, the other was so long ago that it can be given again.
  await app.sql(
    `update resources set state = 'ended', since = $2::timestamptz - interval '200 days',
       until = $2::timestamptz - case when code = '+441134960000' then interval '1 day' else interval '91 days' end
     where reseller_id = $1`,
    [boss.resellerId, app.platform.clock.now()],
  );
  expect(await find(Id)).toMatchObject({ Free: 20, Held: 0, Resting: 10 });
  expect((await withdraw(Id)).Error).toBe("numbersInUse");
  await app.sql("update resources set until = $2::timestamptz - interval '91 days' where reseller_id = $1", [
    boss.resellerId,
    app.platform.clock.now(),
  ]);
  expect((await withdraw(Id)).Result).toEqual({ Id });
  expect(await find(Id)).toBeUndefined();
  expect((await withdraw(Id)).status).toBe(404);
});

test("Irish ranges are taken in by their own area codes, and no code may mean two places", async () => {
  expect((await add({ Country: "IE", AreaCode: "01", First: "01 496 0000", Count: 10 })).Result).toMatchObject({
    AreaCode: "01",
    Numbers: "+35314960000 to +35314960009",
  });
  expect((await add({ Country: "IE", AreaCode: "021", First: "+353 21 496 0000", Count: 10 })).status).toBe(200);
  const refusals = [
    [{ Country: "IE", AreaCode: "028", First: "028 49600", Count: 10 }, "AreaCode", "Is a British area code as well"],
    [{ AreaCode: "091", First: "091 496000", Count: 10 }, "AreaCode", "Must be a British area code, as in 0117"],
    [{ AreaCode: "01", First: "01 496 0000", Count: 10 }, "AreaCode", "Must be a British area code, as in 0117"],
    [
      { Country: "IE", AreaCode: "021", First: "+44 21 496 0000", Count: 10 },
      "First",
      "Must be a telephone number that begins with the area code",
    ],
    [
      { Country: "IE", AreaCode: "01", First: "01 496 0005", Count: 10 },
      "First",
      "Some of these numbers are in stock or being ported already",
    ],
    [{ AreaCode: "0117", First: "0117 496 0000", Count: 15 }, "Count", "Must be tens"],
  ] as const;
  for (const [body, field, message] of refusals)
    expect(await add(body)).toMatchObject({ status: 400, Errors: { [field]: message } });
});
