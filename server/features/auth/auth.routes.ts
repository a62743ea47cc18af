import { auth, type TokenRefusal } from "@tradewind/contract/auth.ts";
import { session } from "@tradewind/contract/session.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../platform/app-error.ts";
import { answer, answerBare } from "../../platform/http.ts";
import type { Platform } from "../../platform/platform.ts";
import { detailsIncorrect, type Admission, type From } from "./admission.ts";
import { openSession, refresh, signOut, type SignedIn } from "./auth.actions.ts";
import { sessionOf } from "../session/session.actions.ts";
import { findPerson } from "./auth.store.ts";
import { admitByJump } from "./jump-grant.ts";
import { admitByPassword } from "./password-grant.ts";
import { beginCall } from "./sign-in-limit.actions.ts";

const refreshCookie = "__Host-rt";
const cookieForm = { httpOnly: true, secure: true, sameSite: "strict", path: "/" } as const;

const cookieUntil = ({ cookieEnd }: SignedIn) => ({ ...cookieForm, ...(cookieEnd && { expires: cookieEnd }) });

const from = (request: FastifyRequest) => ({ ip: request.ip, userAgent: request.headers["user-agent"] ?? null });

/** Calls that work by cookie are for our own pages only: same origin, and with a header that a foreign form cannot send. */
function fromOurOwnPage(request: FastifyRequest) {
  const { origin, "sec-fetch-site": site, "x-tradewind": mark } = request.headers;
  const ours = origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.host);
  if (!ours || (site !== undefined && site !== "same-origin") || mark !== "1") throw new AppError("notSignedIn");
}

const refuse = (reply: FastifyReply, refusal: TokenRefusal) => {
  void reply
    .code(400)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(refusal));
};

/** The ways to a token, by grant type. */
type Grant = InputOf<typeof auth.token>["body"];
type Ways = {
  [Type in Grant["grant_type"]]: (
    platform: Platform,
    grant: Extract<Grant, { grant_type: Type }>,
    from: From,
  ) => Promise<Admission>;
};
const grants: Ways = { password: admitByPassword, sysops: admitByJump };
const admit = (platform: Platform, grant: Grant, from: From) =>
  (grants[grant.grant_type] as (...given: [Platform, Grant, From]) => Promise<Admission>)(platform, grant, from);

export const authRoutes = [
  answerBare(auth.loginFlow, async ({ platform, request, reply }, { query }) => {
    const wait = await beginCall(platform, "login-flow", request.ip, platform.config.LOGIN_FLOW_LIMIT, 60);
    if (wait !== undefined) {
      void reply.header("retry-after", String(wait));
      throw new AppError("tooManyRequests");
    }
    const person = await platform.database.read({ role: "app_identity" }, (db) => findPerson(db, query.UserName));
    return { loginFlow: person || platform.config.LOGIN_HIDE_UNKNOWN ? ("Legacy" as const) : ("Unknown" as const) };
  }),
  answerBare(auth.token, async ({ platform, request, reply }, { body }) => {
    if (body.client_id !== platform.config.LOGIN_CLIENT_ID)
      return refuse(reply, {
        error: "invalid_client",
        error_description: "This application may not sign in here.",
      }) as never;
    const admission = await admit(platform, body, from(request));
    if ("wait" in admission) {
      void reply.header("retry-after", String(admission.wait));
      throw new AppError("tooManyRequests");
    }
    if ("refusal" in admission) return refuse(reply, admission.refusal) as never;
    const signedIn = await openSession(platform, admission.entry, from(request));
    if (!signedIn) return refuse(reply, detailsIncorrect.refusal) as never;
    void reply
      .header("cache-control", "no-store")
      .setCookie(refreshCookie, signedIn.refreshToken, cookieUntil(signedIn));
    return signedIn.answer;
  }),
  answerBare(session.renew, async ({ platform, request, reply }) => {
    fromOurOwnPage(request);
    const refreshed = await refresh(platform, request.cookies[refreshCookie] ?? "").catch((error: unknown) => {
      // Only a refusal ends the session; after a failure of ours the same cookie is good again.
      if (error instanceof AppError && error.code === "notSignedIn") void reply.clearCookie(refreshCookie, cookieForm);
      throw error;
    });
    void reply
      .header("cache-control", "no-store")
      .setCookie(refreshCookie, refreshed.refreshToken, cookieUntil(refreshed));
    return { ...refreshed.answer, session: await sessionOf(platform, refreshed.actor) };
  }),
  answerBare(auth.signOut, async ({ platform, actor, reply }) => {
    await signOut(platform, actor.sessionId);
    void reply.clearCookie(refreshCookie, cookieForm).header("clear-site-data", '"storage"');
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
