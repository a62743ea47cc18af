import { expect, test } from "vitest";
import { pageOf, readCursor, writeCursor } from "./cursor.ts";

test("a cursor is the key of the last row of its page, and none is the first page", () => {
  const { page, next } = pageOf([1, 2, 3], 2, (last) => ({ id: String(last) }));
  expect(page).toEqual([1, 2]);
  expect(readCursor(next!, ["id"])).toEqual({ id: "2" });
  expect(readCursor(undefined, ["id"])).toBeUndefined();
});

test.each(["zzz", "bnVsbA", writeCursor({ name: "Acme" })])("%s is refused, not taken for the first page", (cursor) => {
  expect(() => readCursor(cursor, ["id"])).toThrow(expect.objectContaining({ code: "invalidRequest" }));
});
