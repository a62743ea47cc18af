import { mfa } from "@tradewind/contract/access/mfa.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { answer, answerBare } from "../../platform/http.ts";
import {
  configure,
  disable,
  disableForUser,
  renewRecoveryCodes,
  setUp,
  verifyToken,
  verifyUser,
} from "./mfa.actions.ts";
import { listPasskeys } from "../passkeys/passkeys.store.ts";
import { findFactor, findStanding } from "../factors/factors.store.ts";
import { setRequiredOfReseller, setRequiredOfUser } from "./users.actions.ts";
import { findMember, isRequiredOfReseller } from "./users.store.ts";
import { mayChange } from "../factors/proof.actions.ts";

/** Factors are a person's, not a reseller's: what touches one opens a transaction as identity. */
export const mfaRoutes = [
  answerBare(mfa.setup, async (doing) => {
    const { key, qrCode } = await setUp(doing);
    return { qrCodeSetupImageUrl: qrCode, manualEntryKey: key, showStep: 1, errorData: { isError: false } };
  }),
  answerBare(mfa.configure, async (doing, { body }) => ({ RecoveryCodes: await configure(doing, body.Token) })),
  answerBare(mfa.isEnabled, async ({ platform, actor }) => {
    const standing = orNotFound(
      await platform.database.read({ role: "app_identity" }, (db) => findStanding(db, actor.personId, actor.sessionId)),
    );
    return {
      IsEnabled: standing.enrolled_at !== null,
      IsRequired: standing.required,
      IsAvailable: mayChange(standing.way),
      EnabledAt: standing.enrolled_at?.toISOString() ?? null,
      RecoveryCodesLeft: standing.left,
    };
  }),
  answerBare(mfa.userIsEnabled, async ({ platform, actor }, { params }) =>
    platform.database.read({ role: "app_identity" }, async (db) => {
      const user = orNotFound(await findMember(db, actor, params.userId));
      const [factor, held] = [await findFactor(db, user.person_id), await listPasskeys(db, user.person_id)];
      return { IsEnabled: factor !== undefined || held.length > 0, IsRequired: user.mfa_required };
    }),
  ),
  answer(mfa.resellerIsEnabled, async ({ actor, db }) => ({
    IsEnabled: await isRequiredOfReseller(db, actor.resellerId),
  })),
  answer(mfa.requireOfReseller, async (doing, { body }) => {
    await setRequiredOfReseller(doing, body.IsRequired);
    return {};
  }),
  answer(mfa.requireOfUser, async (doing, { params, body }) => {
    await setRequiredOfUser(doing, params.userId, body.IsRequired);
    return {};
  }),
  answerBare(mfa.verifyUser, async (doing, { body }) => ({
    IsVerified: true as const,
    IsEnabled: await verifyUser(doing, body.Password),
  })),
  answerBare(mfa.verifyToken, async (doing, { body }) => {
    await verifyToken(doing, body.Token);
    return { IsVerified: true as const };
  }),
  answerBare(mfa.disable, async (doing) => {
    await disable(doing);
    return {};
  }),
  answerBare(mfa.disableForUser, async (doing, { params }) => {
    await disableForUser(doing, params.userId);
    return {};
  }),
  answerBare(mfa.newRecoveryCodes, async (doing) => ({ RecoveryCodes: await renewRecoveryCodes(doing) })),
];
