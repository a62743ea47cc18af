import { expect, test } from "vitest";
import {
  admits,
  allows,
  permissions,
  storedUserType,
  storedUserTypes,
  userKinds,
  viewNumber,
  viewOfNumber,
  views,
  type Right,
} from "./permissions.ts";

test("ACL-03 views are numbered from 1 in their order, and found by their number", () => {
  expect(views.map(viewNumber)).toEqual(views.map((_, index) => index + 1));
  expect(views.map(viewNumber).map(viewOfNumber)).toEqual([...views]);
  for (const number of [0, -1, 1.5, views.length + 1]) expect(viewOfNumber(number)).toBeUndefined();
});

test("ACL-05 any one of the listed rights lets a person in, and an empty list lets in everybody", () => {
  const held = new Set(["billing", "liveChat"] as const);
  expect(allows(held, ["customers", "billing"])).toBe(true);
  expect(allows(held, ["liveChat"])).toBe(true);
  expect(allows(held, ["customers", "settings"])).toBe(false);
  expect([allows(held, []), allows(new Set(), [])]).toEqual([true, true]);
});

test("what is open to rights and kinds asks for both, and what is open to all asks for nothing", () => {
  const engineer = { kind: "engineer", rights: new Set<Right>(["billing"]) } as const;
  expect(admits("public", engineer) && admits("signedIn", engineer)).toBe(true);
  expect(admits({ anyOf: ["billing"] }, engineer)).toBe(true);
  expect(admits({ anyOf: ["customers"] }, engineer)).toBe(false);
  expect(admits({ anyOf: ["billing"], kinds: ["reseller", "engineer"] }, engineer)).toBe(true);
  expect(admits({ anyOf: ["billing"], kinds: ["reseller"] }, engineer)).toBe(false);
  expect(admits({ anyOf: ["customers"], kinds: ["engineer"] }, engineer)).toBe(false);
});

test("no name is a view and a permission, so that one list can hold either", () => {
  const names = [...views, ...permissions];
  expect(new Set(names).size).toBe(names.length);
  expect(names.every((name) => /^[a-z][A-Za-z]+$/.test(name))).toBe(true);
});

test("AUTH-72 the five kinds of user are three to the browser", () => {
  expect(userKinds.map((kind) => [kind, storedUserType(kind)])).toEqual([
    ["reseller", "admin"],
    ["engineer", "admin"],
    ["admin", "admin"],
    ["endUserAdmin", "enduseradmin"],
    ["endUser", "enduser"],
  ]);
  expect(new Set(userKinds.map(storedUserType))).toEqual(new Set(storedUserTypes));
});
