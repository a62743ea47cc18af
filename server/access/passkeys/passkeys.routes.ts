import { passkeys } from "@tradewind/contract/access/passkeys.ts";
import { answerBare } from "../../platform/http.ts";
import {
  addOptions,
  addPasskey,
  confirmByPasskey,
  confirmOptions,
  giveName,
  removePasskey,
  signInOptions,
} from "./passkeys.actions.ts";
import { listPasskeys } from "./passkeys.store.ts";

/** Passkeys are a person's, not a reseller's: what touches one opens a transaction as identity. */
export const passkeysRoutes = [
  answerBare(passkeys.list, async ({ platform, actor }) => {
    const rows = await platform.database.read({ role: "app_identity" }, (db) => listPasskeys(db, actor.personId));
    return {
      Items: rows.map((row) => ({
        Id: row.id,
        Name: row.name,
        IsBackedUp: row.backed_up,
        Host: row.rp_id,
        CreatedAt: row.created_at.toISOString(),
        LastUsedAt: row.last_used_at?.toISOString() ?? null,
      })),
    };
  }),
  answerBare(passkeys.signInOptions, async (doing) => ({ Options: await signInOptions(doing) })),
  answerBare(passkeys.addOptions, async (doing) => ({ Options: await addOptions(doing) })),
  answerBare(passkeys.add, async (doing, { body }) => {
    const { id, codes } = await addPasskey(doing, body.Name, body.Credential);
    return { Id: id, RecoveryCodes: codes };
  }),
  answerBare(passkeys.rename, async (doing, { params, body }) => {
    await giveName(doing, params.passkeyId, body.Name);
    return {};
  }),
  answerBare(passkeys.remove, async (doing, { params }) => {
    await removePasskey(doing, params.passkeyId);
    return {};
  }),
  answerBare(passkeys.confirmOptions, async (doing) => ({ Options: await confirmOptions(doing) })),
  answerBare(passkeys.confirm, async (doing, { body }) => {
    await confirmByPasskey(doing, body.Credential);
    return { IsVerified: true as const };
  }),
];
