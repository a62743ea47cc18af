import { expect, test } from "vitest";
import { chargeName, obstacleOf, roundOnce, stateOf } from "./azure-charges.ts";

test.each([
  { named: ["10.005", "5.004"], unnamed: "0", rounded: [1001, 500], rest: 0, total: 1501 },
  { named: ["10.005", "7.007"], unnamed: "0", rounded: [1001, 701], rest: -1, total: 1701 },
  { named: ["14"], unnamed: "12.3", rounded: [1400], rest: 1230, total: 2630 },
  { named: ["0.0041", "0.0041"], unnamed: "12.2918", rounded: [0, 0], rest: 1230, total: 1230 },
  { named: ["14", "-7.25"], unnamed: "0", rounded: [1400, -725], rest: 0, total: 675 },
  { named: [], unnamed: "0", rounded: [], rest: 0, total: 0 },
])("a month of $named and $unnamed is rounded once, to $total", ({ named, unnamed, rounded, rest, total }) => {
  expect(roundOnce(named, unnamed)).toEqual({ named: rounded.map(BigInt), rest: BigInt(rest), total: BigInt(total) });
});

const place = {
  ignored: false,
  company_ref: "1",
  agreement_ref: "2",
  product_ref: "3",
  whole_until: "2026-10-31",
  isEnded: false,
};
test.each([
  [{}, "2026-11-03", null],
  [{ ignored: true, company_ref: null }, "2026-11-03", "customerIgnored"],
  [{ company_ref: null, agreement_ref: null }, "2026-11-03", "customerNotMatched"],
  [{ agreement_ref: null }, "2026-11-03", "agreementMissing"],
  [{ product_ref: null }, "2026-11-03", "serviceNotMatched"],
  [{ whole_until: "2026-10-30" }, "2026-11-03", "monthNotOver"],
  [{ whole_until: null }, "2026-11-03", "monthNotOver"],
  [{ whole_until: "2026-10-12", isEnded: true }, "2026-11-03", null],
  [{ isEnded: true }, "2026-10-31", "monthNotOver"],
] as const)("October of %j on %s: %s", (changes, today, obstacle) => {
  expect(obstacleOf({ ...place, ...changes }, "2026-10-01", today)).toBe(obstacle);
});

const charge = { due: 10, sent: 0, isSending: false, wasRefused: false, isRemoved: false, obstacle: null };
test.each([
  [{}, "Ready"],
  [{ sent: 10 }, "Sent"],
  [{ sent: 7 }, "Changed"],
  [{ due: 0, sent: 7 }, "Changed"],
  [{ wasRefused: true }, "Refused"],
  [{ isRemoved: true }, "Removed"],
  [{ isRemoved: true, due: 0 }, "Sent"],
  [{ isRemoved: true, obstacle: "agreementMissing" }, "Blocked"],
  [{ isSending: true, wasRefused: true }, "Sending"],
  [{ obstacle: "monthNotOver" }, "Blocked"],
  [{ sent: 10, obstacle: "agreementMissing" }, "Sent"],
] as const)("a charge of %j is %s", (changes, state) => {
  const { due, sent, ...rest } = { ...charge, ...changes };
  expect(stateOf({ ...rest, due: BigInt(due), sent: BigInt(sent) })).toBe(state);
});

test("a name says month and currency, which the PSA does not know, and is no longer than it takes", () => {
  const named = { subscription: "Online shop", part: "production", month: "2026-10-01", currency: "EUR" } as const;
  expect(chargeName({ ...named, isCorrection: false })).toBe("Azure Online shop, production, October 2026 (EUR)");
  expect(chargeName({ ...named, part: null, isCorrection: true })).toBe(
    "Azure Online shop, October 2026 (EUR), correction",
  );
  const long = chargeName({ ...named, part: "x".repeat(200), isCorrection: true });
  expect([long.length, long.endsWith("…, October 2026 (EUR), correction")]).toEqual([100, true]);
});
