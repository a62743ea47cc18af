import { expect, test } from "vitest";
import type { Right, UserKind } from "../values/permissions.ts";
import { actionsFor, isWithin, mayManage, maySingleExperience, rightsGiven } from "./users.ts";

const both = new Set<Right>(["createResellerEngineer", "createCustomerAdmin"]);
const as = (kind: UserKind, customerId: string | null = null, rights: ReadonlySet<Right> = both) => ({
  kind,
  customerId,
  rights,
  canAgree: false,
});
const reseller = as("reseller");
const engineer = as("engineer");
const admin = as("endUserAdmin", "a");

test.each([
  [reseller, "reseller", null, true],
  [reseller, "engineer", null, true],
  [reseller, "endUser", "a", true],
  [reseller, "admin", null, false],
  [engineer, "reseller", null, false],
  [engineer, "engineer", null, true],
  [engineer, "endUserAdmin", "b", true],
  [as("reseller", null, new Set(["createCustomerAdmin"])), "engineer", null, false],
  [as("reseller", null, new Set(["createResellerEngineer"])), "endUser", "a", false],
  [admin, "endUserAdmin", "a", true],
  [admin, "endUser", "a", true],
  [admin, "endUser", "b", false],
  [admin, "engineer", null, false],
  [as("endUser", "a"), "endUser", "a", true],
  [as("endUser", "a"), "endUserAdmin", "a", false],
] as const)("%j and a person who is %s of %s: %s", (actor, kind, customerId, may) => {
  expect(mayManage(actor, { kind, customerId })).toBe(may);
});

const standing = {
  active: true,
  signsIn: true,
  hasPassword: true,
  mfaOn: false,
  hasApp: false,
  mustReset: false,
  isSelf: false,
};
const person = {
  kind: "engineer",
  customerId: null,
  rights: new Set<Right>(["createCustomerAdmin"]),
  canAgree: false,
  ...standing,
} as const;
const stronger = new Set<Right>(["billing"]);

test.each([
  [{}, ["mailReset", "requireReset", "givePassword", "endSessions", "suspend"]],
  [{ mustReset: true }, ["mailReset", "givePassword", "endSessions", "suspend"]],
  [{ hasPassword: false }, ["askProvider", "endSessions", "suspend"]],
  [
    { mfaOn: true, hasApp: true, mustReset: true },
    ["mailReset", "givePassword", "verifyCode", "endSessions", "suspend"],
  ],
  [{ rights: stronger }, ["mailReset", "requireReset", "endSessions", "suspend"]],
  [{ canAgree: true }, ["mailReset", "requireReset", "endSessions", "suspend"]],
  [{ active: false, mfaOn: true }, ["reactivate"]],
])("what an engineer may do for a colleague with %j, besides their roles", (change, actions) => {
  expect(actionsFor(engineer, { ...person, ...change })).toEqual(["editRoles", ...actions]);
});

test("whoever was added and does not sign in is invited, and nothing else about signing in is offered", () => {
  expect(actionsFor(engineer, { ...person, signsIn: false })).toEqual(["invite"]);
});

test.each([{ isSelf: true }, { kind: "reseller" as const }])("nothing for whoever is %j", (change) => {
  expect(actionsFor(engineer, { ...person, ...change })).toEqual([]);
});

test("turning a factor off, exporting and erasing also need the view of users, and no right of theirs that is not one's own", () => {
  const manager = as("reseller", null, new Set<Right>([...both, "manageUsers"]));
  expect(actionsFor(manager, { ...person, mfaOn: true })).toContain("resetMfa");
  const data = (change: object) => actionsFor(manager, { ...person, ...change }).slice(-2);
  for (const change of [{}, { active: false }]) expect(data(change)).toEqual(["exportData", "erase"]);
  expect(data({ rights: stronger })).toEqual(["endSessions", "suspend"]);
  expect(actionsFor(manager, { ...person, mfaOn: true })).not.toContain("verifyCode");
  expect(actionsFor(manager, { ...person, mfaOn: true, rights: stronger })).not.toContain("resetMfa");
});

test.each([
  [["home"], false, ["home", "billing"], false, true],
  [["home", "billing"], false, ["home"], false, false],
  [[], true, ["home"], false, false],
  [[], true, [], true, true],
] as const)("who holds %j (signs: %s) is within %j (signs: %s): %s", (target, signs, actor, actorSigns, within) => {
  const held = (rights: readonly Right[], canAgree: boolean) => ({ rights: new Set(rights), canAgree });
  expect(isWithin(held(target, signs), held(actor, actorSigns))).toBe(within);
});

test("somebody invited gets the usual rights of their kind, none that the inviter does not hold", () => {
  expect(rightsGiven("endUser")).toEqual(["manageService"]);
  const kept = rightsGiven("reseller").filter((right) => !rightsGiven("engineer").includes(right));
  expect(kept.toSorted()).toEqual(["createResellerEngineer", "manageApiTokens", "manageUsers", "myBusiness"]);
  expect(rightsGiven("reseller")).toEqual(expect.arrayContaining([...rightsGiven("engineer")]));
  expect(rightsGiven("engineer")).toContain("home");
  expect(rightsGiven("endUserAdmin", new Set(["home", "billing"]))).toEqual(["home"]);
});

test("AUTH-129 the single experience is for every kind but a customer's people", () => {
  const kinds = ["reseller", "engineer", "admin", "endUserAdmin", "endUser", undefined];
  expect(kinds.map(maySingleExperience)).toEqual([true, true, true, false, false, true]);
});
