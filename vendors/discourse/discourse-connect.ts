/** Signs people in at a Discourse forum: it asks by a signed request, and is answered by a signed one (DiscourseConnect). */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Forum, ForumRequest } from "../forum.ts";

type ForumSettings = { forumUrl: string; secret: string };

export const discourse = (settings: ForumSettings): Forum => ({
  read: (request) => readForumRequest(request, settings),
  answer: (request, person) => answerForum(request, person, settings.secret),
});

/** Signs a payload exactly as it stands, with a line's end if it has one. */
export const signPayload = (sso: string, secret: string): string =>
  createHmac("sha256", secret).update(sso).digest("hex");

/**
 * Reads a request of the forum at `forumUrl`. Undefined if the forum did not sign it, or if it asks to be answered somewhere
 * else.
 */
export function readForumRequest(
  { sso, sig }: { sso: string; sig: string },
  { forumUrl, secret }: ForumSettings,
): ForumRequest | undefined {
  const expected = Buffer.from(signPayload(sso, secret));
  const given = Buffer.from(sig.toLowerCase());
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const said = new URLSearchParams(Buffer.from(sso, "base64").toString("utf8"));
  const nonce = said.get("nonce");
  const { origin } = new URL(forumUrl);
  const returnTo = URL.parse(said.get("return_sso_url") ?? "/session/sso_login", origin);
  return nonce && returnTo?.origin === origin ? { nonce, returnTo: returnTo.href } : undefined;
}

/** Returns the address that signs a person in at the forum; `person` has the forum's names, in the order in which they are sent. */
export function answerForum(
  { nonce, returnTo }: ForumRequest,
  person: Readonly<Record<string, string>>,
  secret: string,
): string {
  const sso = Buffer.from(new URLSearchParams({ nonce, ...person }).toString()).toString("base64");
  const address = new URL(returnTo);
  address.searchParams.set("sso", sso);
  address.searchParams.set("sig", signPayload(sso, secret));
  return address.href;
}
