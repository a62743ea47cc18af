import { expect, test } from "vitest";
import { isOn } from "./flags.ts";

const flag = { name: "LiveChat", enabled: true, percentage: 100, override: null };
const resellers = Array.from(
  { length: 2000 },
  (_, number) => `018f5a3e-0000-7000-8000-${String(number).padStart(12, "0")}`,
);
const reached = (percentage: number, name = flag.name) =>
  resellers.filter((reseller) => isOn({ ...flag, name, percentage }, reseller));

test("a reseller's override takes precedence over everything else", () => {
  expect(isOn({ ...flag, enabled: false, override: true }, "a")).toBe(true);
  expect(isOn({ ...flag, override: false }, "a")).toBe(false);
  expect([isOn(flag, "a"), isOn({ ...flag, enabled: false }, "a")]).toEqual([true, false]);
});

test("a percentage covers about as many resellers, and keeps them as it grows", () => {
  const [ten, half] = [reached(10), reached(50)];
  expect(ten.length).toBeGreaterThan(120);
  expect(ten.length).toBeLessThan(280);
  expect(half.length).toBeGreaterThan(850);
  expect(half.length).toBeLessThan(1150);
  expect(ten.filter((reseller) => !half.includes(reseller))).toEqual([]);
  expect(reached(0)).toEqual([]);
  expect(reached(100)).toHaveLength(resellers.length);
});

test("different features reach different resellers, and the operator's staff are in no share", () => {
  expect(reached(10, "CrossSell")).not.toEqual(reached(10));
  expect([isOn({ ...flag, percentage: 99 }, null), isOn(flag, null)]).toEqual([false, true]);
});
