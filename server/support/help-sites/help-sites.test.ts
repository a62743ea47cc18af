import { createHmac } from "node:crypto";
import { helpSites } from "@tradewind/contract/support/help-sites.ts";
import { knowledgeBase } from "@tradewind/contract/support/knowledge-base.ts";
import { startSimulators } from "@tradewind/simulators/simulators.ts";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { testApp } from "../../test/test-app.ts";

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-sites-"));
const simulators = await startSimulators({ dataDir });
afterAll(async () => {
  await simulators.stop();
  fs.rmSync(dataDir, { recursive: true });
});
const app = await testApp(simulators.settings);
const person = await app.signIn();

/** What a site shows to a browser that opens this address, following it once with the cookie it gave. */
async function opened(address: string): Promise<{ status: number; text: string }> {
  const first = await fetch(address, { redirect: "manual" });
  const cookie = first.headers.get("set-cookie")?.split(";")[0];
  if (first.status !== 302 || cookie === undefined) return { status: first.status, text: await first.text() };
  const second = await fetch(new URL(first.headers.get("location")!, address), { headers: { cookie } });
  return { status: second.status, text: await second.text() };
}

test.each([
  ["KB-12 the help site", knowledgeBase.token],
  ["KB-13 the help centre", helpSites.helpCentre],
  ["API-08 the console of cloud servers", helpSites.cloudServer],
] as const)("%s shows the person whom its token names, once", async (_, endpoint) => {
  const { Token, Url } = (await app.call(person, endpoint)).Result!;
  expect(Url).toContain(Token);
  const claims = JSON.parse(Buffer.from(Token!.split(".")[1]!, "base64url").toString()) as Record<string, number>;
  expect(claims).toMatchObject({ sub: person.personId, name: "Robin Tester", email: person.email });
  expect(claims["exp"]! - claims["iat"]!).toBe(60);
  const shown = await opened(Url);
  expect([shown.status, shown.text.includes("Signed in as <strong>Robin Tester</strong>")]).toEqual([200, true]);
  expect(await opened(Url)).toMatchObject({ status: 403, text: expect.stringContaining("was used before") });
});

test("a token of one site opens no other, and one that was changed opens none", async () => {
  const { Token } = (await app.call(person, helpSites.helpCentre)).Result!;
  expect((await opened(`${simulators.urls.helpSites}/cloud-server?token=${Token}`)).status).toBe(403);
  const [head, body] = Token!.split(".");
  const forged = createHmac("sha256", "another secret").update(`${head}.${body}`).digest("base64url");
  const url = `${simulators.urls.helpSites}/help-centre?token=${head}.${body}.${forged}`;
  expect((await opened(url)).status).toBe(403);
});

test("a site without a secret is opened as nobody, and without the right not at all", async () => {
  const plain = await testApp({ HELP_CENTRE_URL: "https://help-centre.example/" });
  const { Result } = await plain.call(await plain.signIn(), helpSites.helpCentre);
  expect(Result).toEqual({ Token: null, Url: "https://help-centre.example" });
  const other = await app.signIn({ rights: ["home"] });
  for (const endpoint of [knowledgeBase.token, helpSites.helpCentre, helpSites.cloudServer])
    expect((await app.call(other, endpoint)).status).toBe(403);
});
