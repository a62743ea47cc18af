import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulators, startSimulators } from "@tradewind/simulators/simulators.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { control } from "../test-support.ts";
import { type Acronis, acronisApi } from "./acronis-api.ts";
import { acronisConsole } from "./acronis-console.ts";

let simulators: Simulators;
let dataDir: string;
let url: string;
let api: Acronis;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "acronis-console-"));
  simulators = await startSimulators({ dataDir, begins: inject("testBegins") });
  url = simulators.urls.acronis;
  api = acronisApi({ baseUrl: url, clientId: "portal", clientSecret: "a-long-secret" });
});

afterAll(async () => {
  await simulators.stop();
  await rm(dataDir, { recursive: true });
});

const contact = { name: "Ada King Lovelace", email: "ada@acme.example" };
const openedBy = "Harbour IT";

async function customerTenant() {
  const parent_id = await api.findPartnerTenant();
  const internal_tag = crypto.randomUUID();
  return api.createTenant({ name: `Acme ${internal_tag}`, parent_id, kind: "customer", internal_tag });
}

async function open(tenantRef: string, changes: { contact?: null } = {}): Promise<string> {
  const answer = await acronisConsole(api, url)({ tenantRef, contact, openedBy, ...changes });
  return "url" in answer ? answer.url : answer.reason;
}

/** Does what the page behind a link does. */
async function follow(link: string) {
  const ott = new URLSearchParams(new URL(link).hash.slice(1)).get("ott");
  const response = await fetch(`${url}/api/2/idp/ott/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ott }),
  });
  return { status: response.status, body: (await response.json()) as { login?: string } };
}

test("a link signs in once, as the administrator that we keep in the tenant", async () => {
  const { id } = await customerTenant();
  const first = await open(id);
  expect(first).toContain(`${url}/api/2/idp/external-login#ott=`);
  expect(first).toContain(`&targetURI=${url}/mc/`);
  expect(await follow(first)).toMatchObject({ status: 200, body: { login: `portal-${id}`, tenant_id: id } });
  expect((await follow(first)).status).toBe(401);
  const second = await open(id);
  expect(second).not.toBe(first);
  expect((await follow(second)).status).toBe(200);
  const users = await api.listUsers(id);
  expect(users).toHaveLength(1);
  expect(await api.isAdministrator(users[0]!.id, id)).toBe(true);
});

test("a user that was made before it was given its role is given it", async () => {
  const { id } = await customerTenant();
  const { id: userId } = await api.createUser({
    tenant_id: id,
    login: `portal-${id}`,
    contact: { email: contact.email, firstname: "Ada", lastname: "Lovelace" },
  });
  expect(await api.isAdministrator(userId, id)).toBe(false);
  await open(id);
  expect(await api.isAdministrator(userId, id)).toBe(true);
});

test("two who open a console for the first time at once both get in, as one user", async () => {
  const { id } = await customerTenant();
  const links = await Promise.all([open(id), open(id), open(id)]);
  for (const link of links) expect((await follow(link)).status).toBe(200);
  expect(await api.listUsers(id)).toHaveLength(1);
});

test("our user is found among many", async () => {
  const { id } = await customerTenant();
  const many = Array.from({ length: 250 }, (_, at) => ({
    tenant_id: id,
    login: `user-${at}-${id}`,
    contact: { email: contact.email, firstname: "Ada", lastname: "Lovelace" },
  }));
  for (const user of many) await api.createUser(user);
  await open(id);
  expect(await api.listUsers(id)).toHaveLength(251);
  expect(await open(id)).toContain("#ott=");
  const { entries } = await control<{ entries: { path: string; query?: string }[] }>(url, "journal");
  const longest = Math.max(...entries.map((entry) => JSON.stringify(entry).match(/uuids=[^"\\]*/)?.[0].length ?? 0));
  expect(longest).toBeLessThan(4_000);
});

test("what Acronis refuses is told in words", async () => {
  const { id } = await customerTenant();
  expect(await open(id, { contact: null })).toMatch(/^The customer has no contact yet/);
  await open(id);
  await control(url, "act", { action: "setEnabled", tenantId: id, on: false });
  expect(await open(id)).toBe("The customer has switched support access off at Acronis.");
  expect(await open(crypto.randomUUID())).toBe("Acronis refused this: The tenant was not found.");
});
