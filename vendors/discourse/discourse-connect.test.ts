import fs from "node:fs";
import { expect, test } from "vitest";
import { discourse, signPayload } from "./discourse-connect.ts";

const vectors = JSON.parse(
  fs.readFileSync(new URL("samples/discourseconnect-vectors.json", import.meta.url), "utf8"),
) as {
  secret: string;
  request: { sso: string; sig: string; nonce: string };
  response: { sso: string; sig: string };
};
const { secret, request, response } = vectors;
const forum = discourse({ forumUrl: "https://forum.example", secret });
const asked = (said: string) => {
  const sso = Buffer.from(said).toString("base64");
  return { sso, sig: signPayload(sso, secret) };
};

test("the published request is read with the line's end it was signed with, and without it refused", () => {
  expect(signPayload(request.sso, secret)).toBe(request.sig);
  expect(forum.read(request)).toEqual({ nonce: request.nonce, returnTo: "https://forum.example/session/sso_login" });
  expect(forum.read({ ...request, sso: request.sso.trimEnd() })).toBe(undefined);
});

test("the published answer is given byte for byte", () => {
  const read = forum.read(request)!;
  const person = {
    name: "sam",
    username: "samsam",
    email: "test@test.com",
    external_id: "hello123",
    require_activation: "true",
  } as never;
  const address = new URL(forum.answer(read, person));
  expect(address.searchParams.get("sso")).toBe(response.sso);
  expect(address.searchParams.get("sig")).toBe(response.sig);
});

test.each([
  ["another host", "https://evil.example/session/sso_login", undefined],
  ["another port", "https://forum.example:8443/session/sso_login", undefined],
  ["another scheme", "http://forum.example/session/sso_login", undefined],
  ["a name that begins like it", "https://forum.example.evil.example/", undefined],
  ["no address", "javascript:alert(1)", undefined],
  ["the forum", "https://forum.example/session/sso_login?a=1", "https://forum.example/session/sso_login?a=1"],
])("a request to be answered at %s", (_, to, returnTo) => {
  const read = forum.read(asked(new URLSearchParams({ nonce: "1", return_sso_url: to }).toString()));
  expect(read?.returnTo).toBe(returnTo);
});

test("a request without a nonce is none", () => {
  expect(forum.read(asked("return_sso_url=https%3A%2F%2Fforum.example%2F"))).toBe(undefined);
});
