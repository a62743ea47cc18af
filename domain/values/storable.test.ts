import { expect, test } from "vitest";
import { storable, storableJson } from "./storable.ts";

test("what our database cannot keep is taken out of texts of others, however deep they lie", () => {
  expect(storable("a\0b\ud800c")).toBe("ab\ufffdc");
  expect(storableJson([{ name: "Acme\0", views: 3 }])).toBe('[{"name":"Acme","views":3}]');
});
