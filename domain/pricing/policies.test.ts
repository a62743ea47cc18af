import { expect, test } from "vitest";
import { policies } from "./pricing-fixtures.ts";
import { isOpen, refundedFrom, refundableUntil, saidUntil, windowPolicy, type WindowPolicy } from "./policies.ts";

const window = (id: string) => policies.get(id) as WindowPolicy;
const november = { from: "2026-11-01", until: "2026-12-01" };

test.each([
  { id: "microsoft.nce.window-7d", until: "2026-11-08T14:00:00.000Z" },
  { id: "perpetual.window-30d", until: "2026-12-01T14:00:00.000Z" },
  { id: "acronis.window-always", until: null },
  { id: "hardware.window-until-dispatched", until: null },
])("$id ends at $until", ({ id, until }) => {
  expect(refundableUntil(window(id), "2026-11-01T14:00:00.000Z")).toBe(until);
});

test("a window is open up to, but not at, its end", () => {
  const lot = { refundableUntil: "2026-11-08T14:00:00.000Z" };
  const open = (now: string) => isOpen(window("microsoft.nce.window-7d"), lot, null, now);
  expect([open("2026-11-08T13:59:59.999Z"), open("2026-11-08T14:00:00.000Z")]).toEqual([true, false]);
});

test("one moment is said from the order on: as promised, and the vendor's own where that is on another day or the promise is over", () => {
  const openedAt = "2026-11-01T14:00:00.000Z";
  const said = (until: string | null, now: string) =>
    saidUntil(window("microsoft.nce.window-7d"), { openedAt, refundableUntil: until }, now);
  const promised = "2026-11-08T14:00:00.000Z";
  const [later, earlier] = ["2026-11-08T23:59:00.000Z", "2026-11-05T14:00:00.000Z"];
  const muchLater = "2026-11-11T14:00:00.000Z";
  const first = "2026-11-02T09:00:00.000Z";
  expect([said(promised, first), said(later, first), said(later, promised)]).toEqual([promised, promised, later]);
  expect([said(earlier, first), said(muchLater, first), said(null, first)]).toEqual([earlier, muchLater, null]);
});

test("the window of goods is open until dispatch, and without a commitment always", () => {
  const lot = { refundableUntil: null };
  const goods = window("hardware.window-until-dispatched");
  expect(isOpen(goods, lot, null, "2030-01-01T00:00:00.000Z")).toBe(true);
  expect(isOpen(goods, lot, "2026-11-02T00:00:00.000Z", "2026-11-03T00:00:00.000Z")).toBe(false);
  expect(isOpen(window("acronis.window-always"), lot, null, "2030-01-01T00:00:00.000Z")).toBe(true);
});

test("days that have begun count as used, except in a full refund", () => {
  const started = { id: "a", kind: "refund" as const, method: "startedDays" as const };
  const full = { id: "b", kind: "refund" as const, method: "full" as const };
  expect(refundedFrom(started, november, "2026-11-01")).toBe("2026-11-02");
  expect(refundedFrom(started, november, "2026-11-30")).toBe("2026-12-01");
  expect(refundedFrom(full, november, "2026-11-20")).toBe("2026-11-01");
});

test("a policy missing from the table throws", () => {
  const ids = { window: "nonsense", refund: "nonsense", termEnd: "nonsense" };
  expect(() => windowPolicy(policies, ids)).toThrow("No window policy called nonsense");
});
