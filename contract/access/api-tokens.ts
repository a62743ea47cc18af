/** Keys with which a company's own programs call the API. */
import { scopes, tokenDays } from "@tradewind/domain/access/scopes.ts";
import * as z from "zod/mini";
import { endpoint, id, instant } from "../endpoint.ts";
import { requiredText } from "../fields.ts";

const makers = { anyOf: ["manageApiTokens"], kinds: ["reseller", "engineer"] } as const;
const operator = { anyOf: [], kinds: ["admin"] } as const;

const apiToken = z.object({
  Id: id,
  Name: z.string(),
  /** How the token begins, by which it is recognised. */
  Hint: z.string(),
  Scopes: z.array(z.enum(scopes)),
  /** Who made it, and whose rights it has. */
  MadeBy: z.string(),
  Made: instant,
  Expires: instant,
  /** To a few minutes; null if it was never used. */
  LastUsed: z.nullable(instant),
  /** When it was revoked or expired; null while it can be used. */
  Ended: z.nullable(instant),
  RevokedBy: z.nullable(z.string()),
});
export type ApiToken = z.output<typeof apiToken>;

export const newToken = z.strictObject({
  Name: requiredText({ label: "Name", kind: "text", longest: 60 }),
  Scopes: z.array(z.enum(scopes)).check(z.minLength(1, "Choose what the token may do"), z.maxLength(scopes.length)),
  /** Days until it expires. */
  Days: z._default(z.int().check(z.gte(1), z.lte(tokenDays.most)), tokenDays.usual),
});
const madeToken = z.object({
  Id: id,
  /** The token itself, which is shown this once. */
  Token: z.string(),
});
const list = z.object({ Items: z.array(apiToken) });
const keyless = "The answer is a secret, which is never kept.";
const ends = { none: "Ends an access, and opens none." };

export const apiTokens = {
  list: endpoint({
    method: "GET",
    path: "/api/api-tokens",
    summary: "The API tokens of the company, those that ended in the last weeks too, the newest first",
    access: makers,
    result: list,
  }),
  create: endpoint({
    method: "POST",
    path: "/api/api-tokens",
    summary: "Makes an API token, which has the caller's rights within its scopes",
    logs: "apiTokens.create",
    access: makers,
    as: "identity",
    jump: false,
    proof: "fresh",
    keyless,
    body: newToken,
    result: madeToken,
    errors: ["confirmFirst", "mfaNotHere", "tokensEnough"],
  }),
  revoke: endpoint({
    method: "DELETE",
    path: "/api/api-tokens/:apiTokenId",
    summary: "Revokes an API token at once",
    logs: "apiTokens.revoke",
    access: makers,
    jump: false,
    proof: ends,
    params: z.strictObject({ apiTokenId: id }),
    result: z.object({}),
    errors: ["notFound"],
  }),
};

/** The same for the operator's own company, whose tokens call the endpoints of its staff. */
export const operatorTokens = {
  list: endpoint({
    method: "GET",
    path: "/api/operator/api-tokens",
    summary: "The operator's own API tokens, those that ended in the last weeks too, the newest first",
    access: operator,
    result: list,
  }),
  create: endpoint({
    method: "POST",
    path: "/api/operator/api-tokens",
    summary: "Makes an API token of the operator's own",
    logs: "apiTokens.create",
    access: operator,
    as: "identity",
    proof: "fresh",
    keyless,
    body: newToken,
    result: madeToken,
    errors: ["confirmFirst", "tokensEnough"],
  }),
  revoke: endpoint({
    method: "DELETE",
    path: "/api/operator/api-tokens/:operatorTokenId",
    summary: "Revokes one of the operator's own API tokens at once",
    logs: "apiTokens.revoke",
    access: operator,
    proof: ends,
    params: z.strictObject({ operatorTokenId: id }),
    result: z.object({}),
    errors: ["notFound"],
  }),
};
