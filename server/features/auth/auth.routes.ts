import { auth, type AadGrant, type PasswordGrant, type SsoGrant, type TokenRefusal } from "@tradewind/contract/auth.ts";
import { session } from "@tradewind/contract/session.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../platform/app-error.ts";
import { answer, answerBare } from "../../platform/http.ts";
import { detailsIncorrect, type Admission, type From } from "./admission.ts";
import { openSession, refresh, signOut } from "./auth.actions.ts";
import { fromOurOwnPage } from "../../platform/own-page.ts";
import type { Platform } from "../../platform/platform.ts";
import { findWayIn } from "../sso/sso.store.ts";
import { admitByMicrosoft, admitBySso } from "./provider-grants.ts";
import { clearSsoCookies, setSsoCookies } from "./sso-cookies.ts";
import { sessionOf } from "../session/session.actions.ts";
import { admitByPassword } from "./password-grant.ts";

const refreshCookie = "__Host-rt";
const cookieForm = { httpOnly: true, secure: true, sameSite: "strict", path: "/" } as const;

const from = (request: FastifyRequest): From => ({
  ip: request.ip,
  userAgent: request.headers["user-agent"] ?? null,
  browser: request.cookies["__Host-sso"],
});

const refuse = (reply: FastifyReply, refusal: TokenRefusal) => {
  void reply
    .code(400)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(refusal));
};

/** The ways to a token, by grant type. */
type Grant = PasswordGrant | SsoGrant | AadGrant;
type Admit<G> = (platform: Platform, grant: G, from: From) => Promise<Admission>;
const grants: { [G in Grant as G["grant_type"]]: Admit<G> } = {
  password: admitByPassword,
  sso: admitBySso,
  aad: admitByMicrosoft,
};

export const authRoutes = [
  answer(auth.loginFlow, async ({ db, platform }, { query }) => {
    const { known, sso } = await findWayIn(db, query.UserName);
    const loginFlow = sso ? "SSO" : known || platform.config.LOGIN_HIDE_UNKNOWN ? "Legacy" : "Unknown";
    return { loginFlow } as const;
  }),
  answerBare(auth.token, async ({ platform, request, reply }, { body }) => {
    if (body.client_id !== platform.config.LOGIN_CLIENT_ID)
      return refuse(reply, {
        error: "invalid_client",
        error_description: "This application may not sign in here.",
      }) as never;
    const admission = await (grants[body.grant_type] as Admit<Grant>)(platform, body, from(request));
    if ("wait" in admission) {
      void reply.header("retry-after", String(admission.wait));
      throw new AppError("tooManyRequests");
    }
    if ("refusal" in admission) return refuse(reply, admission.refusal) as never;
    const signedIn = await openSession(platform, admission.entry, from(request));
    if (!signedIn) return refuse(reply, detailsIncorrect.refusal) as never;
    void reply.header("cache-control", "no-store").setCookie(refreshCookie, signedIn.refreshToken, cookieForm);
    const { provider } = admission.entry;
    if (provider)
      setSsoCookies(request, reply, {
        accessToken: signedIn.answer.access_token,
        orgId: provider.orgId,
        useSe: signedIn.useSe,
      });
    else if (request.cookies["organisationId"]) clearSsoCookies(request, reply);
    return signedIn.answer;
  }),
  answerBare(session.renew, async ({ platform, request, reply }) => {
    fromOurOwnPage(request);
    const refreshed = await refresh(platform, request.cookies[refreshCookie] ?? "").catch((error: unknown) => {
      // Only a refusal ends the session; after a failure of ours the same cookie is good again.
      if (error instanceof AppError && error.code === "notSignedIn") void reply.clearCookie(refreshCookie, cookieForm);
      throw error;
    });
    void reply.header("cache-control", "no-store").setCookie(refreshCookie, refreshed.refreshToken, cookieForm);
    return { ...refreshed.answer, session: await sessionOf(platform, refreshed.actor) };
  }),
  answerBare(auth.signOut, async ({ platform, actor, request, reply }) => {
    await signOut(platform, actor.sessionId);
    void reply.clearCookie(refreshCookie, cookieForm).header("clear-site-data", '"storage"');
    clearSsoCookies(request, reply);
    return {};
  }),
  answer(auth.loginUser, ({ actor }) => ({
    mex: actor.resellerId ?? actor.personId,
    gaUserReference: actor.personId,
    resellerCloudMarketId: actor.resellerId,
    displayName: actor.displayName,
    endUserAdmin: actor.kind === "endUserAdmin" ? actor.customerId : null,
    mustSignIn: false,
  })),
];
