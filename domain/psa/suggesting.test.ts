import { expect, test } from "vitest";
import { suggest } from "./suggesting.ts";

const named = (...names: readonly string[]) => names.map((name, at) => ({ id: `${name[0]}${at}`, name }));

test.each([
  ["Ashdown & Pryce Solicitors", "Ashdown and Pryce Solicitors LLP"],
  ["The Café", "CAFE Ltd."],
  ["Blackthorn Architects", "Blackthorn Architects Ltd"],
  ["O’Malley Repairs", "O'Malley Repairs"],
  ["A+ Tuition", "A plus Tuition"],
])("%s is suggested for %s by its name", (ours, theirs) => {
  const suggestion = { id: "1", option: { id: "9", name: theirs }, reason: "name" };
  expect(suggest([{ id: "1", name: ours }], [{ id: "9", name: theirs }])).toEqual([suggestion]);
});

test.each([
  ["Brightwater Housing Association", "Brightwater HA"],
  ["Limited", "Plc"],
  ["!", "?"],
])("%s is not suggested for %s", (ours, theirs) => {
  expect(suggest(named(ours), named(theirs))).toEqual([]);
});

test("two of a name are not told apart, unless one is written alike", () => {
  expect(suggest(named("Acme"), named("Acme Ltd", "Acme LLP"))).toEqual([]);
  expect(suggest(named("Acme Ltd"), named("Acme Ltd", "Acme LLP"))).toMatchObject([{ option: { name: "Acme Ltd" } }]);
  expect(suggest(named("Acme", "ACME"), named("Acme"))).toEqual([]);
});

test("those that are billed the same are suggested, if only they are and no other sign says otherwise", () => {
  const ours = [
    { id: "1", name: "Acme", lines: "77 14,78 2" },
    { id: "2", name: "Bright", lines: "77 3,78 1" },
  ];
  const theirs = [
    { id: "7", name: "Bright Legal", lines: "77 14,78 2" },
    { id: "8", name: "Cedar", lines: "77 3,78 1" },
    { id: "9", name: "Dune", lines: "77 3,78 1" },
  ];
  expect(suggest(ours, theirs)).toEqual([{ id: "1", option: { id: "7", name: "Bright Legal" }, reason: "lines" }]);
  const alike = [{ id: "7", name: "Acme", lines: null }, ...theirs];
  expect(suggest(ours, alike)[0]).toMatchObject({ id: "1", option: { id: "7", name: "Acme" }, reason: "name" });
});

test("a number or a domain goes before a name, and nothing is suggested twice", () => {
  const ours = [
    { id: "1", name: "Acme", domain: "acme.example", sku: null },
    { id: "2", name: "Bright", domain: null, sku: "B-1" },
  ];
  const theirs = [
    { id: "7", name: "Bright", domain: "ACME.example", sku: null },
    { id: "8", name: "Acme", domain: null, sku: null },
    { id: "9", name: "Other", domain: null, sku: "b-1" },
  ];
  expect(suggest(ours, theirs)).toEqual([
    { id: "2", option: { id: "9", name: "Other" }, reason: "sku" },
    { id: "1", option: { id: "7", name: "Bright" }, reason: "domain" },
  ]);
});
