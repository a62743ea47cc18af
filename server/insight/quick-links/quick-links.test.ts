import { quickLinks } from "@tradewind/contract/insight/quick-links.ts";
import { expect, test } from "vitest";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const linksOf = async (person: Person) => (await app.call(person, quickLinks.mine)).Result?.Links;
const choose = (person: Person, Links: string[]) => app.call(person, quickLinks.choose, { body: { Links } as never });

test("DASH-04 a person's quick links are kept in their order, for that person alone", async () => {
  const person = await app.signIn();
  const colleague = await app.signIn({ resellerId: person.resellerId });
  expect(await linksOf(person)).toEqual(["customers", "addCustomer", "marketplace", "modernWorkplace"]);
  expect((await choose(person, ["sessions", "customers"])).Result).toEqual({ Links: ["sessions", "customers"] });
  expect(await linksOf(person)).toEqual(["sessions", "customers"]);
  expect(await linksOf(colleague)).toHaveLength(4);
  await choose(person, []);
  expect(await linksOf(person)).toEqual([]);
});

test("ACL-53 somebody restricted to certain customers is neither shown nor given the link that adds one", async () => {
  const person = await app.signIn({ kind: "engineer" });
  await app.sql("update memberships set only_customers = true where id = $1", [person.membershipId]);
  app.platform.sessions.forget("");
  expect(await linksOf(person)).not.toContain("addCustomer");
  expect((await choose(person, ["addCustomer"])).status).toBe(400);
});

test("forbidden, unknown, repeated and more than eight links are refused with a message", async () => {
  const person = await app.signIn({ kind: "engineer", rights: ["home", "customers"] });
  for (const [links, words] of [
    [["billing"], "Choose only pages that you may open"],
    [["services"], "Choose only pages that you may open"],
    [["customers", "customers"], "Choose each link once"],
    [Array.from({ length: 9 }, () => "customers"), "Choose at most 8 links"],
  ] as const) {
    const answer = await choose(person, [...links]);
    expect([answer.status, answer.Errors]).toEqual([400, { Links: words }]);
  }
  expect((await choose(person, ["/elsewhere"])).status).toBe(400);
});

test("a right taken away takes its link off the dashboard", async () => {
  const person = await app.signIn();
  await choose(person, ["invoices", "account"]);
  await app.sql("update memberships set views = array_remove(views, 5::smallint) where id = $1", [person.membershipId]);
  app.platform.sessions.forget("");
  expect(await linksOf(person)).toEqual(["account"]);
});
