import { expect, test } from "vitest";
import { decidingView } from "./landing.ts";
import {
  changeOf,
  landingOfRoles,
  isView,
  mixes,
  predefinedTypes,
  roleNames,
  roles,
  rolesHeld,
  rolesOf,
  strengthOfRoles,
  typeOf,
  typesGivable,
  typesOf,
  type Role,
} from "./roles.ts";
import { rightsGiven, type MemberKind } from "./users.ts";

const kinds: readonly MemberKind[] = ["reseller", "engineer", "endUserAdmin", "endUser"];
const set = (...held: Role[]) => new Set(held);

test("ACL-52 resellers and engineers have Owner, Finance, Sales, Technical and Read only; customers Admin and Standard", () => {
  const names = (kind: MemberKind) => typesOf(kind).map((type) => mixes[type].name);
  const staff = ["Owner", "Finance", "Sales", "Technical", "Read only"];
  expect([names("reseller"), names("engineer")]).toEqual([staff, staff]);
  expect([names("endUserAdmin"), names("endUser")]).toEqual([["Admin", "Standard"], ["Standard"]]);
});

test.each(predefinedTypes)("the type %s lands somewhere, and is of roles that each of its kinds can hold", (type) => {
  for (const kind of kinds.filter((each) => typesOf(each).includes(type))) {
    const held = set(...mixes[type].roles);
    expect(mixes[type].roles.filter((role) => !rolesOf(kind).includes(role))).toEqual([]);
    expect(decidingView(new Set(strengthOfRoles(held).views))).toBeDefined();
    const ofStandard = kind === "endUserAdmin" ? "customerServices" : "services";
    expect(landingOfRoles(kind, held, "c")).toBe(type === "standard" ? ofStandard : "dashboard");
    expect(typeOf(kind, held)).toBe(type);
  }
});

test("who was invited without a choice holds a type already, except engineers", () => {
  const usual = (kind: MemberKind) =>
    typeOf(kind, rolesHeld({ rights: new Set(rightsGiven(kind)), canAgree: kind === "reseller" }));
  expect(kinds.map(usual)).toEqual(["owner", undefined, "admin", "standard"]);
});

test("nobody gives or takes what they do not hold, or gives what the kind cannot hold", () => {
  const actor = set("home", "billing", "createResellerEngineer");
  expect(changeOf("engineer", actor, set("home"), set("home", "billing"))).toEqual({ given: ["billing"], taken: [] });
  expect(changeOf("engineer", actor, set("home"), set())).toEqual({ given: [], taken: ["home"] });
  expect(changeOf("engineer", actor, set("home"), set("home", "pSA"))).toBeNull();
  expect(changeOf("engineer", actor, set("home", "pSA"), set("home"))).toBeNull();
  expect(changeOf("engineer", actor, set("pSA"), set("pSA", "home"))).toEqual({ given: ["home"], taken: [] });
  expect(changeOf("engineer", actor, set(), set("home", "pSA"))).toBeNull();
  expect(changeOf("endUser", actor, set(), set("billing"))).toBeNull();
  // Roles that the rules would not allow can still be revoked.
  expect(changeOf("endUser", actor, set("billing"), set())).toEqual({ given: [], taken: ["billing"] });
});

test("signing agreements is a role like any other", () => {
  const owner = rolesHeld({ rights: new Set(rightsGiven("reseller")), canAgree: false });
  expect(changeOf("engineer", owner, set(), set("signAgreements"))).toBeNull();
  expect(strengthOfRoles(set(...roles))).toMatchObject({ canAgree: true });
  expect(typesGivable("engineer", owner)).toEqual(["finance", "sales", "technical", "readOnly"]);
});

const held = (wanted: readonly Role[]) => roles.filter((role) => wanted.includes(role));

test("every role and every type has a name of its own, and every type says what it is", () => {
  const names = [...Object.values(roleNames), ...Object.values(mixes).map(({ name }) => name)];
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  expect(names.every((name) => name.trim().length > 1)).toBe(true);
  expect(Object.keys(roleNames).toSorted()).toEqual([...roles].toSorted());
  for (const { about } of Object.values(mixes)) expect(about).toMatch(/^[A-Z].+\.$/);
});

test("N32 each type holds what its work needs, and no money where it says no billing", () => {
  const sees = (type: (typeof predefinedTypes)[number]) => mixes[type].roles.filter(isView);
  const may = (type: (typeof predefinedTypes)[number]) => mixes[type].roles.filter((role) => !isView(role));
  const daily: Role[] = ["home", "support", "knowledgeBase"];
  const reading: Role[] = [...daily, "manageService", "academy", "community"];

  expect(mixes.owner.roles).toEqual(roles);
  expect(sees("finance")).toEqual(held([...daily, "customers", "billing", "pSA", "serviceAgreements", "myBusiness"]));
  expect(may("finance")).toEqual(["submitAndRespondToAllTickets", "liveChat"]);
  expect(sees("sales")).toEqual(held([...reading, "customers", "marketplaceOrder", "serviceAgreements"]));
  expect(may("sales")).toEqual(["addProducts", "addOrEditCustomers", "submitAndRespondToAllTickets", "liveChat"]);
  expect(sees("technical")).toEqual(held([...reading, "customers", "marketplaceOrder", "manageUsers"]));
  expect(may("technical")).toEqual([
    "addProducts",
    "addOrEditCustomers",
    "submitAndRespondToAllTickets",
    "createCustomerAdmin",
    "liveChat",
  ]);
  expect(sees("readOnly")).toEqual(held([...reading, "customers", "billing", "serviceAgreements"]));
  expect(may("readOnly")).toEqual([]);
});

test("customers’ people can hold neither money, nor the company, nor a signature", () => {
  const never: Role[] = ["billing", "pSA", "serviceAgreements", "myBusiness", "settings", "signAgreements"];
  const colleagues: Role[] = ["createResellerEngineer", "addOrEditCustomers", "manageApiTokens"];
  expect(roles.filter((role) => !rolesOf("endUserAdmin").includes(role))).toEqual(held([...never, ...colleagues]));
  const ofAdmins: Role[] = ["customers", "marketplaceOrder", "manageUsers", "addProducts", "createCustomerAdmin"];
  expect(rolesOf("endUserAdmin").filter((role) => !rolesOf("endUser").includes(role))).toEqual(held(ofAdmins));
  for (const kind of ["reseller", "engineer"] as const) expect(rolesOf(kind)).toEqual(roles);
});

test("roles are kept as views, permissions and the right to sign, and read back as they were", () => {
  for (const each of roles) {
    const { views: seen, permissions: allowed, canAgree } = strengthOfRoles(set(each));
    expect([...seen, ...allowed, ...(canAgree ? ["signAgreements"] : [])]).toEqual([each]);
    expect(rolesHeld({ rights: new Set([...seen, ...allowed]), canAgree })).toEqual(set(each));
  }
});
