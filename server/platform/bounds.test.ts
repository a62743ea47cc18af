import { expect, test } from "vitest";
import { boundsText } from "./bounds.ts";

const id = "0198c0de-0000-7000-8000-000000000001";

test("bounds are a text that sets role, reseller and restriction until the transaction ends", () => {
  expect(boundsText({ role: "app_operator" })).toBe("set local role app_operator; set local app.reseller_id = ''");
  expect(boundsText({ role: "app_tenant", resellerId: id })).toBe(
    `set local role app_tenant; set local app.reseller_id = '${id}'`,
  );
  expect(boundsText({ role: "app_restricted", resellerId: id, restrictedTo: id })).toBe(
    `set local role app_restricted; set local app.reseller_id = '${id}'; set local app.restricted_to = '${id}'`,
  );
});

test.each([
  "",
  "'",
  "x'; set local role app_operator; --",
  "'; set role app_operator; select '12345",
  `${id}'`,
  `${id}\n`,
])("%j is no id and becomes no SQL", (resellerId) => {
  expect(() => boundsText({ role: "app_tenant", resellerId })).toThrow("bound to a reseller by its id");
  expect(() => boundsText({ role: "app_restricted", resellerId, restrictedTo: id })).toThrow("by its id");
  expect(() => boundsText({ role: "app_restricted", resellerId: id, restrictedTo: resellerId })).toThrow(
    "by its membership's id",
  );
});
