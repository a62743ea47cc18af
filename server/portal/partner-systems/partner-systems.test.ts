import { partnerSystems } from "@tradewind/contract/portal/partner-systems.ts";
import { session } from "@tradewind/contract/access/session.ts";
import { expect, test } from "vitest";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp({ PREPRODUCTION_HOSTS: "uat.portal.example" });
const staff = await app.signInOperator();

const mine = async (person: Person, host = "portal.example", headers = {}) =>
  (await app.call(person, partnerSystems.mine, {}, { headers: { host, ...headers } })).Result!;
const link = ({ resellerId }: Pick<Person, "resellerId">, Linked: readonly string[]) =>
  app.call(staff, partnerSystems.link, { params: { resellerId }, body: { Linked: Linked as never } });

test("SHELL-49 each portal is told with its slug, its link and whether the reseller has an account there", async () => {
  const person = await app.signIn();
  await link(person, ["distribution", "comms"]);
  expect(await mine(person)).toEqual([
    { slug: "cloud", link: "/", linked: true },
    { slug: "comms", link: "https://voice.tradewind.example", linked: true },
    { slug: "distribution", link: "https://distribution.tradewind.example", linked: true },
    { slug: "hardware", link: "https://hardware.tradewind.example", linked: false },
  ]);
  const { PartnerSystems } = (await app.call(person, session.current, {}, { headers: { host: "portal.example" } }))
    .Result!;
  expect(PartnerSystems).toEqual(await mine(person));
  await link(person, ["hardware"]);
  expect((await mine(person)).map(({ slug, linked }) => [slug, linked])).toEqual([
    ["cloud", true],
    ["comms", false],
    ["distribution", false],
    ["hardware", true],
  ]);
});

test("SHELL-50 at a pre-production host the links are those of UAT, at every other those of production", async () => {
  const person = await app.signIn();
  const linksAt = async (host: string, headers = {}) =>
    (await mine(person, host, headers)).map((system) => system.link);
  expect(await linksAt("uat.portal.example:4000")).toEqual([
    "/",
    "https://voice.uat.tradewind.example",
    "https://distribution.uat.tradewind.example",
    "https://hardware.uat.tradewind.example",
  ]);
  expect(await linksAt("portal.example")).toEqual([
    "/",
    "https://voice.tradewind.example",
    "https://distribution.tradewind.example",
    "https://hardware.tradewind.example",
  ]);
  const ofPage = (origin: string) => linksAt("api.portal.example", { origin });
  expect(await ofPage("https://uat.portal.example:4000")).toEqual(await linksAt("uat.portal.example"));
  for (const origin of ["https://portal.example", "null", ""])
    expect(await ofPage(origin)).toEqual(await linksAt("portal.example"));
});

test("the operator links one reseller, which its people see with the next call and its log keeps", async () => {
  const [person, other] = [await app.signIn(), await app.signIn()];
  expect((await link(person, ["hardware", "hardware"])).Result!.Linked).toEqual(["hardware"]);
  const linkedOf = async (who: Person) =>
    (await mine(who)).flatMap(({ slug, linked }) => (linked && slug !== "cloud" ? [slug] : []));
  expect([await linkedOf(person), await linkedOf(other)]).toEqual([["hardware"], []]);
  await link(person, []);
  expect(await linkedOf(person)).toEqual([]);
  expect(
    await app.sql("select who, what from activity where reseller_id = $1 order by at, id", [person.resellerId]),
  ).toEqual([
    { who: "Olive Operator", what: "Set the linked portals: hardware" },
    { who: "Olive Operator", what: "Set the linked portals: none" },
  ]);
});

test("the operator finds resellers by part of their name; unknown ones and unknown portals are refused", async () => {
  const resellerId = await app.addReseller({ name: "Windermere 100% Cloud" });
  const found = async (Search: string) =>
    (await app.call(staff, partnerSystems.list, { query: { Search } })).Result!.Items.map(({ Id }) => Id);
  expect(await found("mere 100%")).toEqual([resellerId]);
  expect(await found("mere 100%x")).toEqual([]);
  expect((await link({ resellerId: "018f5a3e-0000-7000-8000-00000000abcd" }, [])).status).toBe(404);
  expect((await link({ resellerId }, ["cloud"])).status).toBe(400);
});

test("the operator's own people belong to no reseller, so no portal is linked for them", async () => {
  expect((await mine(staff)).filter(({ linked }) => linked).map(({ slug }) => slug)).toEqual(["cloud"]);
});
