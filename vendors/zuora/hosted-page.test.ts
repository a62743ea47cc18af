import { generateKeyPairSync, privateEncrypt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClock } from "@tradewind/simulators/kit/clock.ts";
import { openStore } from "@tradewind/simulators/kit/store.ts";
import { openPages } from "@tradewind/simulators/zuora/pages.ts";
import { expect, test } from "vitest";
import { isSigned, readSignature } from "./hosted-page.ts";
import published from "./samples/rsa-signature-vectors.json" with { type: "json" };

const url = "https://www.zuora.example/apps/PublicHostedPageLite.do";

test.each(published.vectors)("what Zuora published is read to the letter: $name", (vector) => {
  expect(readSignature(vector.signature, vector.key)).toBe(vector.decrypted);
  const made = new Date(Number(vector.decrypted.split("#")[3]));
  const given = { ...vector, url };
  expect(isSigned(vector.signature, given, made)).toBe(true);
  const another = `${vector.signature[0] === "A" ? "B" : "A"}${vector.signature.slice(1)}`;
  expect(isSigned(another, given, made)).toBe(false);
});

test.each(published.vectors)("Zuora's stand-in takes what Zuora published, and signs the same: $name", (vector) => {
  const folder = mkdtempSync(join(tmpdir(), "zuora-"));
  const store = openStore(join(folder, "store.jsonl"), "seed");
  const { token, key, signature, tenantId, pageId: id } = vector;
  store.collection("pages").put(id, { key });
  const clock = createClock(store);
  store.collection("pageTokens").put(token, { token, pageId: id, accountId: "A1", at: clock.now(), used: false });
  const pages = openPages(store, clock);
  expect(pages.faultOf({ token, signature, id, tenantId })).toBeUndefined();
  expect(pages.faultOf({ token, signature: `A${signature.slice(1)}`, id, tenantId })).toBe("Signature_Invalid");
  const own = pages.authorise("page2", "A1");
  const parts = readSignature(own.signature, own.key)!.split("#");
  const [path, tenant, , made] = vector.decrypted.split("#");
  expect(parts).toEqual([path, tenant, own.token, expect.stringMatching(/^\d{13}$/), "page2"]);
  expect(made).toMatch(/^\d{13}$/);
  clock.stop();
  store.close();
  rmSync(folder, { recursive: true });
});

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const key = publicKey.export({ format: "der", type: "spki" }).toString("base64");
const now = new Date("2026-11-27T10:00:00Z");
const given = { key, tenantId: "12270", token: "token1", pageId: "page1", url };
const signed = (text: string) => privateEncrypt(privateKey, Buffer.from(text)).toString("base64");
const textOf = (changes: Partial<Record<"path" | "tenant" | "token" | "at" | "page", string | number>> = {}) => {
  const parts = {
    path: "/apps/publichostedpagelite.do",
    tenant: "12270",
    token: "token1",
    at: now.getTime(),
    page: "page1",
  };
  return Object.values({ ...parts, ...changes }).join("#");
};

test.each([
  ["as it was given", {}, true],
  ["half an hour old", { at: now.getTime() - 1_800_000 }, true],
  ["older than that", { at: now.getTime() - 1_800_001 }, false],
  ["from a clock that is far ahead", { at: now.getTime() + 120_001 }, false],
  ["without a time", { at: "soon" }, false],
  ["of another tenant", { tenant: "12271" }, false],
  ["of another token", { token: "token2" }, false],
  ["of another page", { page: "page2" }, false],
  ["for another path", { path: "/apps/other.do" }, false],
  ["with something added", { page: "page1#more" }, false],
] as const)("a signature %s", (_, changes, expected) => {
  expect(isSigned(signed(textOf(changes)), given, now)).toBe(expected);
});

test("what is no signature, or signed with another key, is none", () => {
  const another = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey;
  const otherKey = another.export({ format: "der", type: "spki" }).toString("base64");
  for (const [signature, by] of [
    ["", key],
    ["not base64 at all", key],
    [signed(textOf()), otherKey],
    [signed(textOf()), "no key"],
  ] as const)
    expect(isSigned(signature, { ...given, key: by }, now)).toBe(false);
});
