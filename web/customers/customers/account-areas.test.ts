import { expect, test } from "vitest";
import { accountAreas, areaOf } from "./account-areas.ts";

test("the account areas carry the numbers of the specification", () => {
  expect(Object.values(accountAreas)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(accountAreas).toMatchObject({ users: 1, services: 2, activity: 3, billing: 4, manage: 7, m365AccountLink: 8 });
});

test("an address opens the page at one area, by word or number", () => {
  expect(areaOf("activity").area).toBe("activity");
  expect(areaOf("3").area).toBe("activity");
  expect(areaOf("manage").area).toBe("manage");
  expect(areaOf(undefined).area).toBe("services");
  expect(areaOf("nowhere").area).toBe("services");
});
