import type { TokenRefusal } from "@tradewind/contract/access/auth.ts";
import { sso, type SignInProvider } from "@tradewind/contract/access/sso.ts";
import { answerOutside } from "../../platform/http.ts";
import { linkByTicket } from "../sso/sso.actions.ts";
import { tooManyGuesses } from "../attempts/sign-in-limit.actions.ts";
import { callerOf } from "../devices/devices.actions.ts";
import { stillAdmits } from "./admitted.actions.ts";
import { admitByPassword } from "./password-grant.ts";

/** Replaces the refusals of the password step here, where no new password can be chosen. */
const firstSignIn = "Sign in once with your username and password and complete the steps, then link your account.";
const codeNeeded = "Confirm with your second factor as well, then your account is linked.";
const ticketGone = (provider: SignInProvider) =>
  `Your sign-in ${provider === "aad" ? "with Microsoft" : "at your organisation"} has expired, or the account is linked to somebody else. Please start again.`;

export const linkAccountRoutes = [
  answerOutside(sso.linkAccount, async ({ platform, request, reply, ip }, { body }) => {
    const { adtoken, provider = "aad", ...given } = body;
    const { device } = callerOf({ ip, request });
    const from = { ip, device, userAgent: null, origin: request.headers.origin };
    const refuse = (Message: string, more: Partial<TokenRefusal> = {}) =>
      reply
        .code(400)
        .type("application/json; charset=utf-8")
        .send(JSON.stringify({ Message, ...more }));
    const admission = await admitByPassword(
      platform,
      {
        grant_type: "password",
        client_id: platform.config.LOGIN_CLIENT_ID,
        ...given,
      },
      from,
    );
    if ("wait" in admission) throw tooManyGuesses(admission.wait);
    if ("refusal" in admission) {
      const { refusal } = admission;
      if (refusal.error.startsWith("mfa_")) return refuse(codeNeeded, refusal);
      if (refusal.error === "robot_required") return refuse(refusal.error_description, refusal);
      return refuse(refusal.error === "invalid_grant" ? refusal.error_description : firstSignIn);
    }
    const { entry } = admission;
    const linked = await linkByTicket(platform, {
      provider,
      ticket: adtoken,
      browser: request.cookies["__Host-sso"],
      ip,
      personId: entry.personId,
      may: (tx) => stillAdmits(tx, entry),
    });
    if (!linked) return refuse(ticketGone(provider));
    await entry.admitted?.();
    return {};
  }),
];
