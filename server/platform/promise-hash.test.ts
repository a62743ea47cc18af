import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { testApp } from "../test/test-app.ts";
import { hashOfPromise } from "./promise-hash.ts";

const { platform } = await testApp();

test("nobody without the key finds what a hash promises by trying", () => {
  const text = '{"unitCost":"4.20"}';
  const hash = hashOfPromise(platform, text);
  expect(hashOfPromise(platform, text)).toBe(hash);
  expect(hashOfPromise({ config: { ...platform.config, SECRET_KEY: "b3RoZXI=" } }, text)).not.toBe(hash);
  expect(createHash("sha256").update(text).digest("hex")).not.toBe(hash);
});
