import { describe, expect, test } from "vitest";
import { decidingView, landingOf, type Lander } from "./landing.ts";
import { storedUserType, userKinds, views, type View } from "../values/permissions.ts";

const customerId = "0195f000-0000-7000-8000-000000000001";
const someone = (held: View[], kind: Lander["kind"] = "reseller"): Lander => ({
  kind,
  rights: new Set(held),
  customerId: kind === "endUserAdmin" ? customerId : null,
});
const land = (held: View[], kind?: Lander["kind"]) => landingOf(someone(held, kind));

test("ACL-19 the lowest-numbered view decides the page", () => {
  expect(land(["support", "customers"])).toBe("customers");
  expect(land(["marketplaceOrder", "billing", "manageService"])).toBe("services");
  expect(land(["pSA", "support"])).toBe("noAccess");
});

test("ACL-19 academy and community are left out of account", () => {
  expect(land(["academy"])).toBe("noAccess");
  for (const view of views) expect(land([view, "community", "academy"])).toBe(land([view]));
});

test("ACL-19 they would be left out wherever they stood in the table", () => {
  const order = ["academy", "community", ...views] as View[];
  expect(decidingView(new Set(["academy", "community", "support"]), order)).toBe("support");
  expect(decidingView(new Set(["academy", "community"]), order)).toBeUndefined();
});

describe.each(userKinds)("landing of a user of kind %s", (kind) => {
  const isAdmin = kind === "endUserAdmin";

  test("ACL-20 home lands on the dashboard", () => {
    expect(land(["home", "customers"], kind)).toBe("dashboard");
  });
  test("ACL-21 ACL-22 customers lands on the own customer or on the list", () => {
    expect(land(["customers", "support"], kind)).toBe(isAdmin ? "customer" : "customers");
  });
  test("ACL-23 ACL-24 manageService lands on the own services or on the services page", () => {
    const own = "customerServices";
    expect(land(["manageService", "support"], kind)).toBe(isAdmin ? own : "services");
  });
  test.each([
    { view: "marketplaceOrder", page: "marketplace" },
    { view: "billing", page: "billing" },
    { view: "support", page: "support" },
  ] as const)("ACL-25 ACL-26 ACL-27 $view lands on $page", ({ view, page }) => {
    expect(land([view], kind)).toBe(page);
  });
  test.each(["pSA", "knowledgeBase", "serviceAgreements", "myBusiness", "manageUsers", "settings"] as const)(
    "ACL-28 %s alone, or nothing, lands on the no-access page",
    (view) => {
      expect(land([view], kind)).toBe("noAccess");
      expect(land([], kind)).toBe("noAccess");
    },
  );
});

test("AUTH-72 resellers and engineers are both stored as admin", () => {
  expect(userKinds.map((kind) => [kind, storedUserType(kind)])).toEqual([
    ["reseller", "admin"],
    ["engineer", "admin"],
    ["admin", "admin"],
    ["endUserAdmin", "enduseradmin"],
    ["endUser", "enduser"],
  ]);
});

test("an admin of no customer, and whoever belongs to one without being its admin, has no page of a customer", () => {
  const rights = new Set(["customers"] as const);
  const lander = (kind: "endUserAdmin" | "endUser" | "reseller", ofCustomer: string | null) => ({
    kind,
    rights,
    customerId: ofCustomer,
  });
  expect(landingOf(lander("endUserAdmin", "c"))).toBe("customer");
  expect(landingOf(lander("endUserAdmin", null))).toBe("customers");
  expect(landingOf(lander("endUser", "c"))).toBe("customers");
  expect(landingOf({ ...lander("endUserAdmin", null), rights: new Set(["manageService"] as const) })).toBe("services");
  expect(landingOf(lander("reseller", "c"))).toBe("customers");
});
