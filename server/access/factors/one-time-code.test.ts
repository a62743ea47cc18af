import { expect, test } from "vitest";
import {
  newRecoveryCode,
  newSecret,
  recoveryHash,
  setupAddress,
  stepAt,
  stepOfCode,
  wasRight,
} from "./one-time-code.ts";

/** "12345678901234567890", the key of RFC 6238's table for SHA-1, in base32. */
const rfcKey = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
])("at %i seconds the code is the end of RFC 6238's %s", (seconds, vector) => {
  expect(stepOfCode(rfcKey, vector.slice(2), seconds * 1000)).toBe(stepAt(seconds * 1000));
});

test("a code is taken in its own step and those beside it, and in no other; five minutes on it is still known", () => {
  const at = (seconds: number) => stepOfCode(rfcKey, "081804", seconds * 1000);
  const step = stepAt(1_111_111_109_000);
  const start = step * 30;
  for (const seconds of [-30, -1, 0, 29, 30, 59]) expect(at(start + seconds)).toBe(step);
  expect([at(start - 31), at(start + 60), at(0)]).toEqual([undefined, undefined, undefined]);
  const was = (seconds: number) => wasRight(rfcKey, "081804", (start + seconds) * 1000);
  expect([-1, 0, 60, 329, 330].map(was)).toEqual([false, true, true, true, false]);
});

test("anything but six ASCII digits is refused", () => {
  for (const text of ["", " ", "08180", "0818040", " 081804", "٠٨١٨٠٤", "081804081804081", "abcdef", "08-804"])
    expect(stepOfCode(rfcKey, text, 1_111_111_109_000)).toBeUndefined();
});

test("the address for the app names product, person and key", () => {
  const address = new URL(setupAddress(rfcKey, "reseller@harbour.example"));
  expect([address.protocol, address.host, decodeURIComponent(address.pathname)]).toEqual([
    "otpauth:",
    "totp",
    "/Tradewind:reseller@harbour.example",
  ]);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    issuer: "Tradewind",
    secret: rfcKey,
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
});

test("secrets have 160 bits, recovery codes 125, and none comes twice", () => {
  const codes = Array.from({ length: 1000 }, newRecoveryCode);
  for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{5}-){4}[A-Z2-7]{5}$/);
  expect(new Set(codes).size).toBe(1000);
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(recoveryHash(codes[0]!.toLowerCase().replaceAll("-", " "))).toEqual(recoveryHash(codes[0]!));
});
