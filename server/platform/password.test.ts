import { expect, test } from "vitest";
import { hashPassword, isPassword } from "./password.ts";

const [apart, whole] = ["Cafe\u0301-Lantern-42", "Caf\u00e9-Lantern-42"];

test("a password with an accent is one, whichever way a keyboard writes it", async () => {
  const hash = await hashPassword(whole);
  expect(await isPassword(apart, hash)).toBe(true);
  expect(await isPassword(whole, await hashPassword(apart))).toBe(true);
  expect(await isPassword("Cafe-Lantern-42", hash)).toBe(false);
});

test("a password that was kept as it was typed is still good, typed that way", async () => {
  const kept = "$argon2id$v=19$m=19456,t=2,p=1$ykv3FAYZEcQVu4DAiT7xXA$QuBzNu/zeZqvOG93382wv/Ce8+fjl5HASHbpzJTwzuY";
  expect(await isPassword(apart, kept)).toBe(true);
  expect(await isPassword("Cafe-Lantern-42", kept)).toBe(false);
});
