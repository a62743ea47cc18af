import { randomUUID } from "node:crypto";
import { discourse, signPayload } from "@tradewind/vendors/discourse/discourse-connect.ts";
import type { World } from "./object-makers.ts";
import type { TestApp } from "./test-app.ts";

const secret = "a-secret-of-the-community-in-tests";
export const forumUrl = "https://community.example";

/** Sets up a forum whose people sign in at this product. */
export const withForum = (app: TestApp): unknown =>
  Object.assign(app.platform, { forum: discourse({ forumUrl, secret }) });

/** A request that the forum signed; `more` goes with its nonce. */
export function forumRequest(more: Record<string, string> = {}): { sso: string; sig: string } {
  const asked = new URLSearchParams({ nonce: randomUUID(), return_sso_url: `${forumUrl}/session/sso_login`, ...more });
  const sso = Buffer.from(asked.toString()).toString("base64");
  return { sso, sig: signPayload(sso, secret) };
}

/** What calls about help need to be accepted. */
export const acceptedHelp = {
  "forum.token": async ({ app }: World) => {
    withForum(app);
    return { query: forumRequest() };
  },
};
