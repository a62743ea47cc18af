/** Signing people in at the community's forum, which asks by a signed request (DiscourseConnect). */
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

/** The forum's request, signed with the secret that both know. */
const request = {
  sso: z.string().check(z.minLength(1), z.maxLength(2_000)),
  sig: z.string().check(z.minLength(1), z.maxLength(200)),
};

export const forum = {
  /** COMM-02. */
  token: endpoint({
    method: "GET",
    path: "/api/forum/token",
    summary: "Answers the forum's request: the address at the forum that signs the caller in there, good once",
    access: { anyOf: ["community"] },
    reads: false,
    keyless: "The forum's request is good once.",
    logs: "support.community",
    proof: { none: "Opens the community as oneself, and nothing here." },
    jump: false,
    tokens: false,
    query: z.strictObject(request),
    result: z.object({ Url: z.string() }),
    errors: ["forumRequestRefused"],
  }),
};
