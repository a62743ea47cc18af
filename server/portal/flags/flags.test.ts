import { flags } from "@tradewind/contract/portal/flags.ts";
import { session } from "@tradewind/contract/access/session.ts";
import { expect, test } from "vitest";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const staff = await app.signInOperator();

const isOn = async (person: Person, name: string) =>
  (await app.call(person, session.permissions)).Result!.featureFlags.find(({ featureName }) => featureName === name)
    ?.enabled;
const change = (featureName: string, Enabled: boolean, Percentage = 100) =>
  app.call(staff, flags.change, { params: { featureName }, body: { Enabled, Percentage } });
const changeFor = ({ resellerId }: Person, featureName: string, Enabled: boolean | null) =>
  app.call(staff, flags.changeForReseller, { params: { featureName, resellerId }, body: { Enabled } });

test("FLAG-01 a flag switched on the server is in the very next answer about the session", async () => {
  const person = await app.signIn();
  expect(await isOn(person, "LiveChat")).toBe(false);
  expect((await change("LiveChat", true)).Result).toMatchObject({ Name: "LiveChat", Enabled: true });
  expect(await isOn(person, "LiveChat")).toBe(true);
  expect((await app.call(person, session.current)).Result!.Permissions.featureFlags).toContainEqual({
    featureName: "LiveChat",
    enabled: true,
  });
  await change("LiveChat", false);
  expect(await isOn(person, "LiveChat")).toBe(false);
});

test("one reseller can have a feature before all others, or be spared it", async () => {
  const [first, other] = [await app.signIn(), await app.signIn()];
  await changeFor(first, "LiveChat", true);
  expect([await isOn(first, "LiveChat"), await isOn(other, "LiveChat")]).toEqual([true, false]);
  await change("LiveChat", true);
  await changeFor(first, "LiveChat", false);
  expect([await isOn(first, "LiveChat"), await isOn(other, "LiveChat")]).toEqual([false, true]);
  const { Resellers } = (await changeFor(first, "LiveChat", null)).Result!;
  expect([Resellers, await isOn(first, "LiveChat")]).toEqual([[], true]);
});

test("a share of zero covers no reseller, and a full share all of them", async () => {
  const person = await app.signIn();
  await change("PSA-V2", true, 0);
  expect(await isOn(person, "PSA-V2")).toBe(false);
  await change("PSA-V2", true, 100);
  expect(await isOn(person, "PSA-V2")).toBe(true);
});

test("who switched a flag is recorded, also in the reseller's own log", async () => {
  const person = await app.signIn();
  await change("CrossSell", true, 25);
  const { Result } = await changeFor(person, "CrossSell", true);
  expect(Result!.Changes.map(({ Who, What }) => [Who, What])).toEqual([
    ["Olive Operator", expect.stringMatching(/^Reseller .*: on$/)],
    ["Olive Operator", "On for 25% of the resellers"],
  ]);
  expect(await app.sql("select who, what from activity where reseller_id = $1", [person.resellerId])).toEqual([
    { who: "Olive Operator", what: "Switched CrossSell: on" },
  ]);
});

test("unknown flags, unknown resellers and shares beyond a hundred are refused", async () => {
  const person = await app.signIn();
  expect((await change("Nothing", true)).status).toBe(404);
  expect((await changeFor(person, "Nothing", true)).status).toBe(404);
  expect((await change("LiveChat", true, 101)).Errors).toEqual({ Percentage: "Must be 0 to 100" });
  const { Items } = (await app.call(staff, flags.resellers, { query: { Search: "reseller" } })).Result!;
  expect(Items.map(({ Id }) => Id)).toContain(person.resellerId);
});
