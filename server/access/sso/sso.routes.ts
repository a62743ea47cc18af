import { callerOf } from "../devices/devices.actions.ts";
import { sso } from "@tradewind/contract/access/sso.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { answerOutside } from "../../platform/http.ts";
import { fromOurOwnPage } from "../../platform/own-page.ts";
import { mustSeeWhole } from "../company-providers/company-providers.actions.ts";
import { beginSignIn, browserSecret, endCommsSession, endSessionUrl, endSignIn } from "./sso.actions.ts";

/** The provider redirects back from another site, so the sign-in cookie cannot be strict. */
const cookie = "__Host-sso";
const cookieForm = { httpOnly: true, secure: true, sameSite: "lax", path: "/", maxAge: 1_200 } as const;

export const ssoRoutes = [
  answerOutside(sso.begin, async ({ platform, request, reply, ip }, { body }) => {
    fromOurOwnPage(request, platform.config);
    const browser = browserSecret(request.cookies[cookie]);
    const AuthoriseUrl = await beginSignIn(platform, body, browser, callerOf({ ip, request }));
    void reply.setCookie(cookie, browser, cookieForm);
    return { AuthoriseUrl };
  }),
  answerOutside(sso.test, async ({ platform, actor, request, reply, ip }) => {
    mustSeeWhole(actor);
    const browser = browserSecret(request.cookies[cookie]);
    const wish = { provider: "sso", testOf: actor.resellerId, return: screens.companyProvider.path } as const;
    const AuthoriseUrl = await beginSignIn(platform, wish, browser, callerOf({ ip, request }));
    void reply.setCookie(cookie, browser, cookieForm);
    return { AuthoriseUrl };
  }),
  answerOutside(sso.callback, async ({ platform, request }, { body }) => {
    fromOurOwnPage(request, platform.config);
    return endSignIn(platform, body, request.cookies[cookie] ?? "");
  }),
  answerOutside(sso.farewell, async ({ platform, actor }) => ({
    EndSessionUrl: await endSessionUrl(platform, actor.sessionId),
    HardwareLogoutUrl: platform.config.HARDWARE_LOGOUT_URL || null,
  })),
  answerOutside(sso.commsLogout, async ({ platform, actor }) => {
    await endCommsSession(platform, actor.userName);
    return {};
  }),
];
