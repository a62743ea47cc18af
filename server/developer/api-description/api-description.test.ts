import fs from "node:fs";
import path from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { endpoints } from "@tradewind/contract/all.ts";
import { expect, test } from "vitest";
import { testApp } from "../../test/test-app.ts";
import type { ApiDescription } from "./openapi.ts";

const { app } = await testApp();
const read = async () => (await app.inject("/api/openapi.json")).json<ApiDescription>();

test("the description is valid OpenAPI 3.1 and needs no session", async () => {
  const validator = new Validator();
  const verdict = await validator.validate(await read());
  expect(verdict.errors).toBeUndefined();
  expect({ valid: verdict.valid, version: validator.version }).toEqual({ valid: true, version: "3.1" });
  validator.resolveRefs();
});

test("a broken description is found", async () => {
  const broken = await read();
  Object.assign(broken.paths["/api/customers"]!["get"]!, { responses: { many: {} } });
  expect((await new Validator().validate(broken)).valid).toBe(false);
});

test("every endpoint but those of the operator's staff is in the description and on the page, with its parameters, body and refusals", async () => {
  const { paths } = await read();
  const described = Object.values(paths).flatMap((methods) => Object.values(methods));
  const staffs = Object.keys(endpoints).filter((name) => !described.some(({ operationId }) => operationId === name));
  expect(described).toHaveLength(Object.keys(endpoints).length - staffs.length);
  for (const name of staffs) expect(endpoints[name]!.access).toMatchObject({ kinds: ["admin"] });
  expect(staffs).toContain("jump.people");
  const rename = paths["/api/customers/{customerId}/rename"]!["post"]!;
  expect(rename.parameters.map((each) => `${each.in} ${each.name}`)).toEqual([
    "path customerId",
    "header Idempotency-Key",
  ]);
  expect(rename.requestBody?.content["application/json"]?.schema).toMatchObject({
    required: ["NewName"],
    additionalProperties: false,
    properties: { NewName: { maxLength: 100 } },
  });
  expect(rename.responses["409"]?.description).toContain("customerNameTaken");
  expect(paths["/api/auth/token"]!["post"]).toMatchObject({ security: [] });

  const page = await app.inject("/api/docs");
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  for (const { operationId } of described) expect(page.body).toContain(`id="${operationId}"`);
  expect(page.body).not.toMatch(/<script|<style|style=|https?:\/\//);
  expect((await app.inject("/api/docs/style.css")).headers["content-type"]).toBe("text/css; charset=utf-8");
});

/** A call of each path group that the specification names without its shapes. */
const groups = {
  "add-services": "orders.place",
  appinteract: "orders.journey",
  acronis: "consoles.ask",
  "azure AD account linking": "providerLinks.own",
  banner: "announcements.banner",
  "product-specific groups": "azureSpend.total",
  dashboard: "dashboard.figures",
  "HostedVoice v1": "voice.order",
  "HostedVoice v2": "voice.place",
  "HostedVoice hardware": "orders.byId",
  "microsoft subscriptions": "services.byId",
  Office365: "tenants.links",
  "one-time purchase": "orders.propose",
  "support tickets": "tickets.list",
  "user management": "users.list",
  "role management": "roles.ofUser",
  reporting: "reports.list",
  whitelabel: "whiteLabel.change",
  "manage-api": "apiTokens.list",
  "IP lockdown": "signInRules.ipAccess",
  companyinfo: "myBusiness.current",
  wizard: "forms.dynamicForm",
} as const;

test("API-09 each further group of the specification has a call behind a screen and a line in the description", async () => {
  const { paths } = await read();
  const described = new Set(
    Object.values(paths).flatMap((methods) => Object.values(methods).map((each) => each.operationId)),
  );
  const web = path.resolve(import.meta.dirname, "../../../web");
  const screens = fs
    .globSync("**/*.{ts,tsx}", { cwd: web, exclude: (name) => /^(node_modules|dist|test)$|\.test\./.test(name) })
    .map((file) => fs.readFileSync(path.join(web, file), "utf8"))
    .join("\n");
  // Screens import the roles of users under another name.
  const called = (operation: string, name = operation.replace(/^roles\./, "rolesOfUsers.")) =>
    new RegExp(`\\b${name.replace(".", "\\.")}\\b`).test(screens);
  for (const [group, name] of Object.entries(groups))
    expect({ group, called: called(name), described: described.has(name) }).toEqual({
      group,
      called: true,
      described: true,
    });
});
