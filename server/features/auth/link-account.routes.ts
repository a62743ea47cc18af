import { sso } from "@tradewind/contract/sso.ts";
import { AppError } from "../../platform/app-error.ts";
import { answerBare } from "../../platform/http.ts";
import { linkByTicket } from "../sso/sso.actions.ts";
import { admitByPassword } from "./password-grant.ts";

/** What a refusal of the password step says here, where a code or a new password cannot be asked for. */
const firstSignIn =
  "Sign in with your username and password once and finish what is asked there, then link your account.";
const ticketGone =
  "Your sign-in with Microsoft has expired, or the account is linked to somebody else. Please start again.";

export const linkAccountRoutes = [
  answerBare(sso.linkAccount, async ({ platform, request, reply, ip }, { body }) => {
    const from = { ip, userAgent: null };
    const refuse = (Message: string, Error?: string) =>
      reply.code(400).type("application/json; charset=utf-8").send(JSON.stringify({ Message, Error })) as never;
    const admission = await admitByPassword(
      platform,
      {
        grant_type: "password",
        client_id: platform.config.LOGIN_CLIENT_ID,
        width: body.width,
        height: body.height,
        username: body.username,
        password: body.password,
        altcha: body.altcha,
      },
      from,
    );
    if ("wait" in admission) {
      void reply.header("retry-after", String(admission.wait));
      throw new AppError("tooManyRequests");
    }
    if ("refusal" in admission) {
      const { error, error_description } = admission.refusal;
      if (error === "robot_required") return refuse(error_description, error);
      return refuse(error === "invalid_grant" ? error_description : firstSignIn);
    }
    const { personId, admitted } = admission.entry;
    if (!(await linkByTicket(platform, body.adtoken, request.cookies["__Host-sso"], personId)))
      return refuse(ticketGone);
    await admitted?.();
    return {};
  }),
];
