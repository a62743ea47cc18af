import { auth, type TokenRefusal } from "@tradewind/contract/access/auth.ts";
import { companies } from "@tradewind/contract/access/companies.ts";
import { waysIn } from "@tradewind/contract/access/sign-in.ts";
import { session } from "@tradewind/contract/access/session.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { boundsOf, isTenantActor } from "../../platform/actor.ts";
import { AppError, tooMany } from "../../platform/app-error.ts";
import { logRefusal } from "../../platform/entries.ts";
import { forgetHere } from "../../platform/forget-sessions.ts";
import { answer, answerOutside } from "../../platform/http.ts";
import { fromForeignPage, fromOurOwnPage, hostOfPage } from "../../platform/own-page.ts";
import { revokeSession } from "../../platform/sessions.store.ts";
import type { Platform } from "../../platform/platform.ts";
import { switchCompany } from "../companies/companies.actions.ts";
import { findCompanyOf } from "../company-providers/company-providers.store.ts";
import { findWayIn } from "../sso/sso.store.ts";
import { mustSignNow, sessionOf } from "../session/session.reads.ts";
import { detailsIncorrect, type Admission, type From } from "./admission.ts";
import { issueFor, noteRefusedSignIn, openSession, refresh, signOut, type SignedIn } from "./auth.actions.ts";
import { admitByJump } from "./jump-grant.ts";
import { admitByMicrosoft, admitBySso } from "./provider-grants.ts";
import { callerOf, deviceOf, hashOfDevice, keepDevice } from "../devices/devices.actions.ts";
import { clearSsoCookies, setSsoCookies } from "./sso-cookies.ts";
import { admitByPasskey } from "./passkey-grant.ts";
import { admitByPassword } from "./password-grant.ts";
import { countCallFrom, tooManyGuesses } from "../attempts/sign-in-limit.actions.ts";

const refreshCookie = "__Host-rt";
const cookieForm = { httpOnly: true, secure: true, sameSite: "strict", path: "/" } as const;

/** Keeps the session of visiting staff while their visit has taken its place. */
const keptCookie = "__Host-rt-kept";

const cookieUntil = ({ cookieEnd }: SignedIn) => ({ ...cookieForm, ...(cookieEnd && { expires: cookieEnd }) });

const fromOf = (request: FastifyRequest, device: string): From => ({
  ip: request.ip,
  userAgent: request.headers["user-agent"] ?? null,
  browser: request.cookies["__Host-sso"],
  origin: request.headers.origin,
  device: hashOfDevice(device),
});

const refuse = (reply: FastifyReply, refusal: TokenRefusal) =>
  reply.code(400).type("application/json; charset=utf-8").send(JSON.stringify(refusal));

/** Whether a refusal only asks for the next step of signing in, which was not answered yet. */
const asksForMore = (grant: Grant, { error }: TokenRefusal) =>
  ["robot_required", "reset_required"].includes(error) ||
  (error.startsWith("mfa_") &&
    grant.grant_type === "password" &&
    !grant.mfaToken?.trim() &&
    !grant.recoveryCode?.trim() &&
    grant.passkey === undefined);

/** A refusal of a second factor carries a key for the next try, which belongs in no log. */
const reasonOf = ({ error, error_description }: TokenRefusal) =>
  error.startsWith("mfa_") ? "wrong second factor" : error_description;

/** The token grants, by grant type. */
type Grant = InputOf<typeof waysIn.token>["body"];
type Ways = {
  [Type in Grant["grant_type"]]: (
    platform: Platform,
    grant: Extract<Grant, { grant_type: Type }>,
    from: From,
  ) => Promise<Admission>;
};
const grants: Ways = {
  password: admitByPassword,
  sysops: admitByJump,
  sso: admitBySso,
  aad: admitByMicrosoft,
  passkey: admitByPasskey,
};
const admit = (platform: Platform, grant: Grant, from: From) =>
  (grants[grant.grant_type] as (...given: [Platform, Grant, From]) => Promise<Admission>)(platform, grant, from);

export const authRoutes = [
  answer(waysIn.loginFlow, async (doing, { query }) => {
    const { platform, tx } = doing;
    const wait = await countCallFrom(tx, "login-flow", callerOf(doing), platform.config.LOGIN_FLOW_LIMIT, 60);
    if (wait !== undefined) return tooMany(wait);
    const { known, sso } = await findWayIn(tx, query.UserName);
    const ofCompany = !sso && (await findCompanyOf(tx, query.UserName)) !== undefined;
    const loginFlow = sso || ofCompany ? "SSO" : known || platform.config.LOGIN_HIDE_UNKNOWN ? "Legacy" : "Unknown";
    return { loginFlow } as const;
  }),
  answerOutside(waysIn.token, async ({ platform, request, reply }, { body }) => {
    // A form on a foreign page could sign its visitor in to an account the attacker chose.
    if (fromForeignPage(request, platform.config))
      return refuse(reply, {
        error: "invalid_request",
        error_description: "Please sign in on the portal's own pages.",
      });
    if (body.client_id !== platform.config.LOGIN_CLIENT_ID)
      return refuse(reply, {
        error: "invalid_client",
        error_description: "This application may not sign in here.",
      });
    const device = deviceOf(request);
    const from = fromOf(request, device);
    const note = (why: string) =>
      noteRefusedSignIn(platform, from, body.grant_type === "password" ? body.username : null, why);
    const admission = await admit(platform, body, from);
    if ("wait" in admission) {
      const refusal = tooManyGuesses(admission.wait);
      await note(refusal.message);
      throw refusal;
    }
    if ("refusal" in admission) {
      if (!asksForMore(body, admission.refusal)) await note(reasonOf(admission.refusal));
      return refuse(reply, admission.refusal);
    }
    const signedIn = await openSession(platform, admission.entry, from);
    if (!signedIn) {
      await note("they may not sign in, or their sign-in details changed meanwhile");
      return refuse(reply, detailsIncorrect.refusal);
    }
    if ("refusal" in signedIn) return refuse(reply, signedIn.refusal);
    void reply.setCookie(refreshCookie, signedIn.refreshToken, cookieUntil(signedIn));
    const { provider, jump } = admission.entry;
    const before = request.cookies[refreshCookie] ?? "";
    if (jump && platform.tokens.readRefreshToken(before)?.session === jump.staffSession)
      void reply.setCookie(keptCookie, before, cookieUntil(signedIn));
    else if (request.cookies[keptCookie]) void reply.clearCookie(keptCookie, cookieForm);
    if (!jump) keepDevice(reply, device);
    if (provider)
      setSsoCookies(request, reply, {
        accessToken: signedIn.answer.access_token,
        orgId: provider.orgId,
        useSe: signedIn.useSe,
      });
    else if (request.cookies["organisationId"]) clearSsoCookies(request, reply);
    return signedIn.answer;
  }),
  answerOutside(session.renew, async ({ platform, request, reply }) => {
    fromOurOwnPage(request, platform.config);
    const cookie = request.cookies[refreshCookie] ?? "";
    const refreshed = await refresh(platform, cookie, request.ip).catch(async (error: unknown) => {
      if (error instanceof AppError && error.code === "addressNotAllowed") {
        const own = platform.tokens.readRefreshToken(cookie);
        const actor = own && (await platform.sessions.actorOf(own.session));
        if (actor) await logRefusal(platform, session.renew, actor, request, error);
      } else if (error instanceof AppError && error.code !== "byProviderOnly") {
        // Only such a refusal ends the session; after a failure on our side the cookie remains valid.
        void reply.clearCookie(refreshCookie, cookieForm);
      }
      throw error;
    });
    void reply.setCookie(refreshCookie, refreshed.refreshToken, cookieUntil(refreshed));
    const { actor, answer: tokens } = refreshed;
    const mustSign =
      isTenantActor(actor) && (await platform.database.read(boundsOf(actor), (db) => mustSignNow(platform, db, actor)));
    return { ...tokens, session: sessionOf(platform, actor, hostOfPage(request), mustSign) };
  }),
  answer(companies.switch, async (doing, { params }) => {
    const { platform, request, reply, after } = doing;
    const switched = await issueFor(platform, await switchCompany(doing, params.membershipId));
    after(() => {
      void reply.setCookie(refreshCookie, switched.refreshToken, cookieForm);
      const orgId = request.cookies["organisationId"];
      if (orgId)
        setSsoCookies(request, reply, { accessToken: switched.answer.access_token, orgId, useSe: switched.useSe });
    });
    return switched.answer;
  }),
  answer(auth.signOut, async (doing) => {
    const { platform, tx, request, reply, after } = doing;
    await signOut(doing, "sessions.signOut");
    const kept = request.cookies[keptCookie];
    const own = kept && platform.tokens.readRefreshToken(kept);
    if (own) {
      await revokeSession(tx, own.session, "signed out");
      forgetHere(doing, own.session);
    }
    after(() => {
      if (kept) void reply.clearCookie(keptCookie, cookieForm);
      void reply
        .clearCookie(refreshCookie, cookieForm)
        .clearCookie("__Host-sso", cookieForm)
        .header("clear-site-data", '"storage"');
      clearSsoCookies(request, reply);
    });
    return {};
  }),
  answer(auth.endVisit, async (doing) => {
    const { platform, actor, request, reply, after } = doing;
    if (actor.behind === null) throw new AppError("notFound");
    await signOut(doing, "sessions.endVisit");
    const kept = request.cookies[keptCookie] ?? "";
    const own = platform.tokens.readRefreshToken(kept);
    const returned = own !== undefined && (await platform.sessions.actorOf(own.session))?.kind === "admin";
    after(() => {
      if (returned) void reply.setCookie(refreshCookie, kept, cookieForm);
      else void reply.clearCookie(refreshCookie, cookieForm);
      if (kept) void reply.clearCookie(keptCookie, cookieForm);
      void reply.header("clear-site-data", '"storage"');
    });
    return { Returned: returned };
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
