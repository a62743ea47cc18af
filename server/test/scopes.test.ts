import { readdir } from "node:fs/promises";
import path from "node:path";
import { apiTokens, operatorTokens } from "@tradewind/contract/access/api-tokens.ts";
import { endpoints, features } from "@tradewind/contract/all.ts";
import { isRead, type Endpoint } from "@tradewind/contract/endpoint.ts";
import { scopeOf } from "@tradewind/contract/scopes.ts";
import { scopeAreas, scopes, type Scope } from "@tradewind/domain/access/scopes.ts";
import { describe, expect, inject, test } from "vitest";
import { describeApi } from "../developer/api-description/openapi.ts";
import { switchOnFlags } from "./flags.ts";
import { worldOf } from "./objects.ts";
import { requestFor } from "./requests.ts";
import { testApp, type Person } from "./test-app.ts";

const app = await testApp();
await switchOnFlags(app);
const reseller = await app.signIn();
const operator = await app.signInOperator();
const world = worldOf(app, reseller);

const isOperators = ({ access }: Endpoint) => typeof access === "object" && access.kinds?.includes("admin") === true;
async function tokenOf(person: Person, given: readonly Scope[]) {
  const { create } = person === operator ? operatorTokens : apiTokens;
  return { token: (await app.call(person, create, { body: { Name: "Sweep", Scopes: [...given] } })).Result!.Token };
}

const all = Object.entries(endpoints);
const open = all.filter(([, each]) => scopeOf(each) !== undefined);
const closed = all.filter(([, each]) => scopeOf(each) === undefined && each.access !== "public");

test("the contract groups its endpoints by the folder that they are in", async () => {
  const folder = path.join(import.meta.dirname, "../../contract");
  for (const [area, ofArea] of Object.entries(features)) {
    const files = (await readdir(path.join(folder, area))).filter((file) => !file.endsWith(".test.ts"));
    const modules = await Promise.all(
      files.map((file) => import(path.join(folder, area, file)) as Promise<Record<string, object>>),
    );
    const there = new Set<unknown>(
      modules.flatMap((each) => Object.values(each)).flatMap((each) => Object.values(each)),
    );
    for (const operations of Object.values(ofArea))
      for (const [name, each] of Object.entries(operations)) expect(there.has(each), `${area}: ${name}`).toBe(true);
  }
});

test("every area but those of people, of developers and of the PSA has a scope to read and one to write, all in use", () => {
  expect([...scopeAreas, "access", "developer", "psa"].toSorted()).toEqual(Object.keys(features).toSorted());
  expect(new Set(open.map(([, each]) => scopeOf(each)))).toEqual(new Set(scopes));
});

test("no token reaches the access area, nor what asks for a proof or is the person's own", () => {
  const access = new Set<Endpoint>(Object.values(features.access).flatMap((each) => Object.values<Endpoint>(each)));
  for (const [name, each] of open)
    expect({ name, access: access.has(each), asks: each.proof === "fresh", jump: each.jump }).toEqual({
      name,
      access: false,
      asks: false,
      jump: undefined,
    });
});

describe("a token", async () => {
  const every = { own: await tokenOf(reseller, scopes), operators: await tokenOf(operator, scopes) };

  test.each(closed)("of every scope may not %s", async (_name, endpoint) => {
    const token = isOperators(endpoint) ? every.operators : every.own;
    const { status, Error, Messages } = await app.call(token, endpoint, { params: {} });
    expect({ status, Error, told: Messages[0] }).toEqual({
      status: 403,
      Error: "PermissionNotFound",
      told: "API tokens may not do this. Sign in to the portal for it.",
    });
  });

  const others = new Map<Scope, { own: { token: string }; operators: { token: string } }>();
  for (const scope of scopes) {
    const rest = scopes.filter((each) => each !== scope);
    others.set(scope, { own: await tokenOf(reseller, rest), operators: await tokenOf(operator, rest) });
  }

  test.each(open)("of every other scope may not %s, one of its scope may like its maker", async (name, endpoint) => {
    const scope = scopeOf(endpoint)!;
    const whose = isOperators(endpoint) ? "operators" : "own";
    const refused = await app.call(others.get(scope)![whose], endpoint, { params: {} });
    expect([refused.status, refused.Error, refused.Messages[0]]).toEqual([
      403,
      "PermissionNotFound",
      `This API token was not made for this: it lacks the scope ${scope}.`,
    ]);
    const [maker, token] = [whose === "own" ? reseller : operator, every[whose]];
    if (!inject("long") && !isRead(endpoint)) {
      const allowed = await app.call(token, endpoint, { params: {} });
      expect(allowed.Messages.join()).not.toContain("API token");
      return;
    }
    const sent = await requestFor(name, world);
    const called = await app.call(token, endpoint, sent);
    // What is refused to a token with the scope is refused to its maker, too.
    if (called.status !== 200) expect(called.status).toBe((await app.call(maker, endpoint, sent)).status);
  });
});

test("the API description says which scope each call needs, or that no token may make it", () => {
  const { paths } = describeApi();
  for (const [, each] of all.filter(([, { access }]) => access !== "public")) {
    const { description } = paths[each.path.replace(/:(\w+)/g, "{$1}")]![each.method.toLowerCase()]!;
    const scope = scopeOf(each);
    expect(description).toContain(scope ? `An API token needs the scope ${scope}.` : "Not for API tokens.");
  }
});
