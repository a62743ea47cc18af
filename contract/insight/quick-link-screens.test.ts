import type { Right } from "@tradewind/domain/values/permissions.ts";
import { shownLinks } from "@tradewind/domain/insight/quick-links.ts";
import { expect, test } from "vitest";
import { reachableLinks } from "./quick-link-screens.ts";

const everything: Right[] = ["customers", "addOrEditCustomers", "marketplaceOrder", "manageService", "billing", "pSA"];

test("a user can only reach links that their kind and rights may open", () => {
  expect(reachableLinks("reseller", new Set(everything))).toContain("customers");
  expect(reachableLinks("reseller", new Set(everything))).not.toContain("services");
  expect(reachableLinks("endUser", new Set(everything))).toContain("services");
  expect(reachableLinks("endUser", new Set(everything))).not.toContain("billing");
  expect(reachableLinks("engineer", new Set<Right>())).toEqual(["account", "security", "sessions"]);
});

test("ACL-53 somebody restricted to certain customers cannot add one", () => {
  expect(reachableLinks("engineer", new Set(everything))).toContain("addCustomer");
  expect(reachableLinks("engineer", new Set(everything), true)).not.toContain("addCustomer");
});

test("a choice keeps its order and drops unreachable links; without a choice the first four are shown", () => {
  const reachable = reachableLinks("reseller", new Set(everything));
  expect(shownLinks(["sessions", "gone", "services", "customers"], reachable)).toEqual(["sessions", "customers"]);
  expect(shownLinks([], reachable)).toEqual([]);
  expect(shownLinks(null, reachable)).toEqual(["customers", "addCustomer", "marketplace", "modernWorkplace"]);
});
