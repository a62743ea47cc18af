import { mfa } from "@tradewind/contract/access/mfa.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { answer, answerPrepared } from "../../platform/http.ts";
import {
  configure,
  disable,
  disableForUser,
  provePerson,
  renewRecoveryCodes,
  setUp,
  verifyToken,
  verifyUser,
} from "./mfa.actions.ts";
import { newHandout } from "../factors/factors.actions.ts";
import { listPasskeys } from "../passkeys/passkeys.store.ts";
import { findFactor, findStanding, mustHaveFactor } from "../factors/factors.store.ts";
import { setRequiredOfReseller, setRequiredOfUser } from "./users.actions.ts";
import { findMember, isRequiredOfReseller } from "./users.store.ts";
import { mayChange } from "../factors/proof.reads.ts";

export const mfaRoutes = [
  answerPrepared(
    mfa.setup,
    ({ actor }) => newHandout(actor.userName),
    async (doing, _, handout) => {
      await setUp(doing, handout);
      const { key, qrCode } = handout;
      return { qrCodeSetupImageUrl: qrCode, manualEntryKey: key, showStep: 1, errorData: { isError: false } };
    },
  ),
  answer(mfa.configure, async (doing, { body }) => {
    const codes = await configure(doing, body.Token);
    return codes instanceof AppError ? codes : { RecoveryCodes: codes };
  }),
  answer(mfa.isEnabled, async ({ platform, db, actor }) => {
    const standing = orNotFound(await findStanding(db, actor.personId, actor.sessionId));
    return {
      IsEnabled: standing.enrolled_at !== null,
      IsRequired: await mustHaveFactor(db, actor.personId, platform.config.DEMO),
      IsAvailable: mayChange(standing.way),
      EnabledAt: standing.enrolled_at?.toISOString() ?? null,
      RecoveryCodesLeft: standing.left,
    };
  }),
  answer(mfa.userIsEnabled, async ({ db, actor }, { params }) => {
    const user = orNotFound(await findMember(db, actor, params.userId));
    const [factor, held] = [await findFactor(db, user.person_id), await listPasskeys(db, user.person_id)];
    return { IsEnabled: factor !== undefined || held.length > 0, IsRequired: user.mfa_required };
  }),
  answer(mfa.resellerIsEnabled, async ({ actor, db }) => ({
    IsEnabled: actor.resellerId !== null && (await isRequiredOfReseller(db, actor.resellerId)),
  })),
  answer(mfa.requireOfReseller, async (doing, { body }) => {
    await setRequiredOfReseller(doing, body.IsRequired);
    return {};
  }),
  answer(mfa.requireOfUser, async (doing, { params, body }) => {
    await setRequiredOfUser(doing, params.userId, body.IsRequired);
    return {};
  }),
  answerPrepared(
    mfa.verifyUser,
    (call, { body }) => provePerson(call, body.Password),
    async (doing) => ({ IsVerified: true as const, IsEnabled: await verifyUser(doing) }),
  ),
  answer(
    mfa.verifyToken,
    async (doing, { body }) => (await verifyToken(doing, body.Token)) ?? { IsVerified: true as const },
  ),
  answer(mfa.disable, async (doing) => {
    await disable(doing);
    return {};
  }),
  answer(mfa.disableForUser, async (doing, { params }) => {
    await disableForUser(doing, params.userId);
    return {};
  }),
  answer(mfa.newRecoveryCodes, async (doing) => ({ RecoveryCodes: await renewRecoveryCodes(doing) })),
];
