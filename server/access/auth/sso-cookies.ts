import { cookieDomain } from "@tradewind/domain/values/cookie-domain.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { accessTokenLife } from "../../platform/tokens.ts";

const year = 365 * 24 * 3600;
const own = { httpOnly: true, secure: true, sameSite: "strict", path: "/" } as const;
const shared = (host: string) => ({ secure: true, sameSite: "lax", path: "/", domain: cookieDomain(host) }) as const;

export type SsoCookies = { accessToken: string; orgId: string | null; useSe: boolean };

/**
 * Sets the cookies of a provider sign-in: the access token for requests that cannot send a header, and, for the other
 * portals, the organisation and whether the single experience is on. The last two are hints and grant no access.
 */
export function setSsoCookies(request: FastifyRequest, reply: FastifyReply, cookies: SsoCookies): void {
  const form = { ...shared(request.hostname), maxAge: year };
  void reply
    .setCookie("cloudAccessToken", cookies.accessToken, { ...own, maxAge: accessTokenLife })
    .setCookie("organisationId", cookies.orgId ?? "", cookies.orgId ? form : { ...form, maxAge: 0 })
    .setCookie("singleExperience", String(cookies.useSe), form);
}

export function clearSsoCookies(request: FastifyRequest, reply: FastifyReply): void {
  const form = shared(request.hostname);
  void reply
    .clearCookie("cloudAccessToken", own)
    .clearCookie("organisationId", form)
    .clearCookie("singleExperience", form);
}
