import { catalogue } from "@tradewind/contract/catalogue/products.ts";
import { dashboard } from "@tradewind/contract/insight/dashboard.ts";
import { display } from "@tradewind/contract/portal/display.ts";
import { session } from "@tradewind/contract/access/session.ts";
import { expect, test } from "vitest";
import { addCustomer } from "../../test/auth-fixtures.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const read = async (person: Person) => (await app.call(person, display.current)).Result;
const save = (person: Person, HidePricing: boolean, HideBanner: boolean) =>
  app.call(person, display.save, { body: { HidePricing, HideBanner } });
const costs = async (person: Person) => {
  const { Result } = await app.call(person, catalogue.prices, { query: { ProductId: "microsoft-365" } });
  return Result!.Items.filter(({ Cost }) => Cost !== undefined).length;
};

test("ACL-41 GET display settings answers HidePricing and HideBanner to everybody signed in", async () => {
  const owner = await app.signIn();
  const { resellerId } = owner;
  const user = await app.signIn({
    resellerId,
    kind: "endUser",
    customerId: await addCustomer(app, resellerId),
    rights: [],
  });
  for (const person of [owner, user])
    expect(await read(person)).toEqual({ HidePricing: false, HideBanner: false, ShowOwnPrices: false });
  expect(await read(await app.signInOperator())).toEqual({
    HidePricing: false,
    HideBanner: false,
    ShowOwnPrices: false,
  });
});

test("ACL-42 ACL-39 POST saves both; prices leave the answers of everybody's open session at once, and come back", async () => {
  const owner = await app.signIn();
  const { resellerId } = owner;
  const colleague = await app.signIn({ resellerId, kind: "engineer" });
  const stranger = await app.signIn();
  expect([(await costs(colleague)) > 0, (await app.call(colleague, session.current)).Result!.SeesPrices]).toEqual([
    true,
    true,
  ]);
  expect((await save(owner, true, true)).Result).toEqual({ HidePricing: true, HideBanner: true, ShowOwnPrices: false });
  expect(await read(colleague)).toEqual({ HidePricing: true, HideBanner: true, ShowOwnPrices: false });
  expect((await app.call(colleague, session.current)).Result).toMatchObject({
    SeesPrices: false,
    DisplaySettings: { HidePricing: true, HideBanner: true },
  });
  expect([await costs(colleague), await costs(owner)]).toEqual([0, 0]);
  expect((await app.call(colleague, dashboard.figures)).text).not.toContain('"Minor"');
  expect(await read(stranger)).toEqual({ HidePricing: false, HideBanner: false, ShowOwnPrices: false });
  await save(colleague, false, true);
  expect([(await costs(owner)) > 0, await read(owner)]).toEqual([
    true,
    { HidePricing: false, HideBanner: true, ShowOwnPrices: false },
  ]);
  const lines = await app.sql<{ what: string }>("select what from activity where reseller_id = $1 order by id", [
    resellerId,
  ]);
  expect(lines.map(({ what }) => what)).toEqual([
    "Hid prices from the company’s own people; Hid the banner",
    "Showed prices to the company’s own people",
  ]);
  const events = await app.sql<{ topics: string[] }>("select topics from events where reseller_id = $1", [resellerId]);
  expect(events.map(({ topics }) => topics)).toEqual([
    ["session", "display"],
    ["session", "display"],
  ]);
});

test("saving unchanged settings notifies no one", async () => {
  const owner = await app.signIn();
  expect((await save(owner, false, false)).status).toBe(200);
  expect(await app.sql("select from events where reseller_id = $1", [owner.resellerId])).toEqual([]);
});
