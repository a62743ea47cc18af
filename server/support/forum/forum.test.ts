import { forum } from "@tradewind/contract/support/forum.ts";
import { expect, test } from "vitest";
import { forumRequest, forumUrl, withForum } from "../../test/accepted-help.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
withForum(app);
const person = await app.signIn();
const ask = (who: Person, query: { sso: string; sig: string }) => app.call(who, forum.token, { query });
const entries = async (outcome: string) =>
  (
    await app.sql("select from activity where reseller_id = $1 and action = 'support.community' and outcome = $2", [
      person.resellerId,
      outcome,
    ])
  ).length;

test("COMM-01 COMM-02 the forum's request is answered at the forum, with who the caller is and their groups", async () => {
  const { Url } = (await ask(person, forumRequest({ nonce: "n1" }))).Result!;
  const address = new URL(Url);
  expect(address.origin + address.pathname).toBe(`${forumUrl}/session/sso_login`);
  const said = new URLSearchParams(Buffer.from(address.searchParams.get("sso")!, "base64").toString());
  expect(Object.fromEntries(said)).toEqual({
    nonce: "n1",
    external_id: person.personId,
    email: person.email,
    username: person.email,
    name: "Robin Tester",
    groups: "partners,account_holders",
  });
  expect(await entries("done")).toBe(1);
});

test("a request that is replayed, forged or wants its answer elsewhere is refused and logged", async () => {
  const once = forumRequest();
  expect((await ask(person, once)).status).toBe(200);
  const forged = { ...forumRequest(), sig: "0".repeat(64) };
  const elsewhere = forumRequest({ return_sso_url: "https://evil.example/session/sso_login" });
  for (const query of [once, forged, elsewhere, { sso: "nothing", sig: "x" }]) {
    const { status, Error: code } = await ask(person, query);
    expect([status, code]).toEqual([422, "forumRequestRefused"]);
  }
  expect(await entries("refused")).toBe(4);
});

test("COMM-02 without the view of the community nobody is signed in there", async () => {
  const other = await app.signIn({ rights: ["support"] });
  expect((await ask(other, forumRequest())).status).toBe(403);
});
