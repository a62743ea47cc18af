/** Mail domains whose people sign in at a company's own provider. */
import { isRegistryEnd } from "../values/cookie-domain.ts";

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const domain = new RegExp(`^(?:${label}\\.)+[a-z]{2,24}$`);
const longestDomain = 253;

/** Normalises a typed domain: lower case, without anything up to an `@` and without a trailing dot. */
export const plainDomain = (typed: string): string => typed.trim().toLowerCase().replace(/^.*@/, "").replace(/\.$/, "");

/** Checks that this is a domain that can be registered, and not just a registry's suffix. */
export const isDomain = (text: string): boolean =>
  text.length <= longestDomain && domain.test(text) && !isRegistryEnd(text);

/** Public mail hosts by the name before the suffix: no company can claim them. */
const publicHosts = new Set(
  `aol bigpond blueyonder btinternet btopenworld eircom email fastmail free gmail gmx googlemail hotmail hushmail icloud inbox laposte
   libero live mac mail mailfence me msn ntlworld orange outlook outlook-mail posteo proton protonmail qq rediffmail rocketmail
   sky skynet talktalk tiscali tuta tutanota virgin virginmedia wanadoo web yahoo yandex ymail zoho zohomail`.split(
    /\s+/,
  ),
);
/** Suffixes of public mail hosts, as in `gmail.com` and `yahoo.co.uk`; a company may well be called `web.example`. */
const publicEndings =
  /^(?:com|net|org|de|fr|it|es|ie|eu|me|ru|uk|us|ca|au|jp|in|br|ch|nl|com?\.[a-z]{2}|com\.[a-z]{2}|pm|email|fm)$/;

export function isPublicHost(text: string): boolean {
  const parts = text.split(".");
  return parts.some((part, at) => publicHosts.has(part) && publicEndings.test(parts.slice(at + 1).join(".")));
}
