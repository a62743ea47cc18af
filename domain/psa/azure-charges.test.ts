import { expect, test } from "vitest";
import { chargeName, obstacleOf, roundOnce, stateOf } from "./azure-charges.ts";

test.each([
  { named: ["10.005", "5.004"], unnamed: "0", rounded: [1001n, 500n], rest: 0n, total: 1501n },
  { named: ["10.005", "7.007"], unnamed: "0", rounded: [1001n, 701n], rest: -1n, total: 1701n },
  { named: ["14"], unnamed: "12.3", rounded: [1400n], rest: 1230n, total: 2630n },
  {
    named: Array<string>(99).fill("0.0041"),
    unnamed: "11.8941",
    rounded: Array<bigint>(99).fill(0n),
    rest: 1230n,
    total: 1230n,
  },
  { named: ["14", "-7.25"], unnamed: "0", rounded: [1400n, -725n], rest: 0n, total: 675n },
  { named: [], unnamed: "0", rounded: [], rest: 0n, total: 0n },
])(
  "a month is rounded once: $total pennies of $named.length parts and $unnamed",
  ({ named, unnamed, rounded, rest, total }) => {
    expect(roundOnce(named, unnamed)).toEqual({ named: rounded, rest, total });
  },
);

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

const charge = { due: 10n, sent: 0n, isSending: false, wasRefused: false, obstacle: null };
test.each([
  [{}, "Ready"],
  [{ sent: 10n }, "Sent"],
  [{ sent: 7n }, "Changed"],
  [{ due: 0n, sent: 7n }, "Changed"],
  [{ wasRefused: true }, "Refused"],
  [{ isSending: true, wasRefused: true }, "Sending"],
  [{ obstacle: "monthNotOver" }, "Blocked"],
  [{ sent: 10n, obstacle: "agreementMissing" }, "Sent"],
] as const)("a charge of %j is %s", (changes, state) => {
  expect(stateOf({ ...charge, ...changes })).toBe(state);
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
