import { expect, test } from "vitest";
import { decidingView } from "./landing.ts";
import {
  changeOf,
  landingOfRoles,
  mixes,
  predefinedTypes,
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

test.each(predefinedTypes)(
  "the type %s lands somewhere, and is of roles that each of its kinds can hold (T14)",
  (type) => {
    for (const kind of kinds.filter((each) => typesOf(each).includes(type))) {
      const held = set(...mixes[type].roles);
      expect(mixes[type].roles.filter((role) => !rolesOf(kind).includes(role))).toEqual([]);
      expect(decidingView(new Set(strengthOfRoles(held).views))).toBeDefined();
      expect(landingOfRoles(kind, held, "c")).not.toBe("/no-access-resources");
      expect(typeOf(kind, held)).toBe(type);
    }
  },
);

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
  expect(changeOf("endUser", actor, set(), set("billing"))).toBeNull();
  // What somebody holds against the rule can still be taken away.
  expect(changeOf("endUser", actor, set("billing"), set())).toEqual({ given: [], taken: ["billing"] });
});

test("signing agreements is a role like any other", () => {
  const owner = rolesHeld({ rights: new Set(rightsGiven("reseller")), canAgree: false });
  expect(changeOf("engineer", owner, set(), set("signAgreements"))).toBeNull();
  expect(strengthOfRoles(set(...roles))).toMatchObject({ canAgree: true });
  expect(typesGivable("engineer", owner)).toEqual(["finance", "sales", "technical", "readOnly"]);
});
