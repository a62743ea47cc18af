import { expect, test } from "vitest";
import { searchProducts, typosBetween, type Findable } from "./product-search.ts";

const product = (name: string, synonyms: string[], plans: string[] = [], vendor = "Us"): Findable => ({
  name,
  text: `About ${name}.`,
  vendor,
  synonyms,
  plans: plans.map((plan) => ({ sku: plan, name: plan })),
});
const products = [
  product("Backup", ["online backup", "restore"]),
  product(
    "Microsoft 365",
    ["o365", "office", "email"],
    ["Microsoft 365 Business Premium", "Microsoft 365 E3"],
    "Microsoft",
  ),
  product("Bitdefender", ["antivirus", "edr"], ["GravityZone Business Security Premium"]),
  product("Dropsuite Backup", ["365 backup", "archive"]),
];
const found = (text: string) => searchProducts(products, text).map((each) => each.product.name);
const plans = (text: string) => searchProducts(products, text).flatMap((each) => each.skus);

test("products are found by what people call them", () => {
  expect(found("o365")).toEqual(["Microsoft 365"]);
  expect(found("EDR")).toEqual(["Bitdefender"]);
  expect(found("365 backup")[0]).toBe("Dropsuite Backup");
  expect(found("backup")[0]).toBe("Backup");
  expect(found("microsoft")).toEqual(["Microsoft 365"]);
  expect(found("office backup")).toEqual([]);
  expect(found("")).toHaveLength(4);
});

test("plans are found by their names", () => {
  expect(plans("business premium")).toEqual([
    "Microsoft 365 Business Premium",
    "GravityZone Business Security Premium",
  ]);
  expect(plans("e3")).toEqual(["Microsoft 365 E3"]);
  expect(plans("o365")).toEqual([]);
});

test("typos are forgiven in a word that is found nowhere, but not in names of few letters", () => {
  expect(plans("busines premum")).toContain("Microsoft 365 Business Premium");
  expect(found("antivrius")).toEqual(["Bitdefender"]);
  expect(found("bakcup")).toContain("Backup");
  expect(found("restro")).toEqual(["Backup"]);
  expect(found("edt")).toEqual([]);
  expect(found("p365")).toEqual([]);
  expect(found("zzzz")).toEqual([]);
});

test("typos are counted up to a limit", () => {
  expect(typosBetween("backup", "backup", 2)).toBe(0);
  expect(typosBetween("bakcup", "backup", 2)).toBe(1);
  expect(typosBetween("premum", "premium", 1)).toBe(1);
  expect(typosBetween("abcdef", "uvwxyz", 2)).toBe(3);
});
