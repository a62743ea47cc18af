import { passkeys } from "@tradewind/contract/access/passkeys.ts";
import { AppError } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
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

export const passkeysRoutes = [
  answer(passkeys.list, async ({ db, actor }) => ({
    Items: (await listPasskeys(db, actor.personId)).map((row) => ({
      Id: row.id,
      Name: row.name,
      IsBackedUp: row.backed_up,
      Host: row.rp_id,
      CreatedAt: row.created_at.toISOString(),
      LastUsedAt: row.last_used_at?.toISOString() ?? null,
    })),
  })),
  answer(passkeys.signInOptions, async (doing) => {
    const options = await signInOptions(doing);
    return options instanceof AppError ? options : { Options: options };
  }),
  answer(passkeys.addOptions, async (doing) => ({ Options: await addOptions(doing) })),
  answer(passkeys.add, async (doing, { body }) => {
    const added = await addPasskey(doing, body.Name, body.Credential);
    return added instanceof AppError ? added : { Id: added.id, RecoveryCodes: added.codes };
  }),
  answer(passkeys.rename, async (doing, { params, body }) => {
    await giveName(doing, params.passkeyId, body.Name);
    return {};
  }),
  answer(passkeys.remove, async (doing, { params }) => {
    await removePasskey(doing, params.passkeyId);
    return {};
  }),
  answer(passkeys.confirmOptions, async (doing) => ({ Options: await confirmOptions(doing) })),
  answer(
    passkeys.confirm,
    async (doing, { body }) => (await confirmByPasskey(doing, body.Credential)) ?? { IsVerified: true as const },
  ),
];
