import { apiTokens, operatorTokens, type ApiToken } from "@tradewind/contract/access/api-tokens.ts";
import { isScope } from "@tradewind/domain/access/scopes.ts";
import { answer } from "../../platform/http.ts";
import { companyOf, createToken, revokeToken } from "./api-tokens.actions.ts";
import { listTokens } from "./api-tokens.store.ts";

type Row = Awaited<ReturnType<typeof listTokens>>[number];

const toWire = (row: Row): ApiToken => ({
  Id: row.id,
  Name: row.name,
  Hint: row.hint,
  Scopes: row.scopes.filter(isScope),
  MadeBy: row.made_by,
  Made: row.created_at.toISOString(),
  Expires: row.expires_at.toISOString(),
  LastUsed: row.last_used_at?.toISOString() ?? null,
  Ended: row.ended_at?.toISOString() ?? null,
  RevokedBy: row.revoked_by,
});

export const apiTokensRoutes = [
  answer(apiTokens.list, async ({ db, actor }) => ({ Items: (await listTokens(db, companyOf(actor))).map(toWire) })),
  answer(apiTokens.create, (doing, { body }) => createToken(doing, body)),
  answer(apiTokens.revoke, async (doing, { params }) => {
    await revokeToken(doing, params.apiTokenId);
    return {};
  }),
  answer(operatorTokens.list, async ({ db, actor }) => ({
    Items: (await listTokens(db, companyOf(actor))).map(toWire),
  })),
  answer(operatorTokens.create, (doing, { body }) => createToken(doing, body)),
  answer(operatorTokens.revoke, async (doing, { params }) => {
    await revokeToken(doing, params.operatorTokenId);
    return {};
  }),
];
