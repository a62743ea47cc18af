import { portalHosts } from "@tradewind/contract/portal/portal-hosts.ts";
import { expect, test } from "vitest";
import { someId } from "../../test/samples.ts";
import { testApp } from "../../test/test-app.ts";

const app = await testApp();
const staff = await app.signInOperator();

const add = (Host: string, ResellerId: string) => app.call(staff, portalHosts.add, { body: { Host, ResellerId } });
const remove = (portalHost: string) => app.call(staff, portalHosts.remove, { params: { portalHost } });
const listed = async (Search: string) => (await app.call(staff, portalHosts.list, { query: { Search } })).Result!.Items;
const logOf = async (resellerId: string) =>
  (
    await app.sql<{ who: string; what: string }>("select who, what from activity where reseller_id = $1 order by id", [
      resellerId,
    ])
  ).map(({ who, what }) => `${who}: ${what}`);

test("a host is assigned to a reseller and removed, and both logs record by whom", async () => {
  const { resellerId } = await app.signIn();
  expect((await add("  https://Portal.Bücher.example/ ", resellerId)).Result).toEqual({
    Host: "portal.xn--bcher-kva.example",
  });
  expect(await listed("bcher")).toMatchObject([
    { Host: "portal.xn--bcher-kva.example", ResellerId: resellerId, HasLabel: false },
  ]);
  expect((await remove("portal.xn--bcher-kva.example")).status).toBe(200);
  expect(await listed("bcher")).toEqual([]);
  expect((await remove("portal.xn--bcher-kva.example")).status).toBe(404);
  expect(await logOf(resellerId)).toEqual([
    "Olive Operator: Gave the portal the address portal.xn--bcher-kva.example",
    "Olive Operator: Took the address portal.xn--bcher-kva.example from the portal",
  ]);
  const { Items } = (await app.call(staff, portalHosts.changes)).Result!;
  expect(Items.slice(0, 2).map(({ Who, What }) => [Who, What])).toEqual([
    ["Olive Operator", expect.stringMatching(/: Took the address portal/)],
    ["Olive Operator", expect.stringMatching(/: Gave the portal/)],
  ]);
});

test("a host that is taken, the marketplace's own or not allowed is refused with a message, and nothing is logged", async () => {
  const [one, other] = [await app.signIn(), await app.signIn()];
  await add("portal.harbour.example", one.resellerId);
  for (const resellerId of [one.resellerId, other.resellerId]) {
    const taken = await add("PORTAL.harbour.example.", resellerId);
    expect([taken.status, taken.Error, taken.Errors]).toEqual([
      409,
      "hostTaken",
      { Host: "This host already belongs to a reseller" },
    ]);
  }
  for (const host of ["co.uk", "localhost", "10.0.0.1", "acme.example/path", "two words.example", ""])
    expect((await add(host, other.resellerId)).Errors).toEqual({
      Host: "Must be a host of the reseller's own, for example portal.acme.co.uk",
    });
  expect((await add("portal.nobody.example", someId)).status).toBe(404);
  expect(await logOf(other.resellerId)).toEqual([]);
});

test("the marketplace's own address belongs to no reseller", async () => {
  const own = await testApp({ PUBLIC_URL: "https://portal.tradewind.example" });
  const { resellerId } = await own.signIn();
  const refused = await own.call(await own.signInOperator(), portalHosts.add, {
    body: { Host: "portal.tradewind.example", ResellerId: resellerId },
  });
  expect(refused.Error).toBe("hostOurs");
});

test("hosts come page by page in their order", async () => {
  const { resellerId } = await app.signIn();
  await app.sql(
    "insert into portal_hosts (reseller_id, host) select $1, 'p' || n || '.pages.example' from generate_series(100, 155) n",
    [resellerId],
  );
  const first = (await app.call(staff, portalHosts.list, { query: { Search: "pages.example" } })).Result!;
  const second = (await app.call(staff, portalHosts.list, { query: { Search: "pages.example", After: first.Next! } }))
    .Result!;
  expect([first.Items.length, second.Items.length, second.Next]).toEqual([50, 6, null]);
  expect([...first.Items, ...second.Items].map(({ Host }) => Host)).toEqual(
    Array.from({ length: 56 }, (_, at) => `p${100 + at}.pages.example`),
  );
});
