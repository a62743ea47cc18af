/** Domains whose people sign in at a company's own provider. */
import { isRegistryEnd } from "../values/cookie-domain.ts";

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const domain = new RegExp(`^(?:${label}\\.)+[a-z]{2,24}$`);
const longestDomain = 253;

/** What is typed, as domains are kept: small letters, without the sign of an address before it or a dot behind it. */
export const plainDomain = (typed: string): string => typed.trim().toLowerCase().replace(/^.*@/, "").replace(/\.$/, "");

/** Whether it is a domain somebody can hold: an ending of a registry alone is none. */
export const isDomain = (text: string): boolean =>
  text.length <= longestDomain && domain.test(text) && !isRegistryEnd(text);

/** Mail hosts where anybody gets an address, by the name before their ending: a company cannot have them to itself. */
const publicHosts = new Set(
  `aol bigpond blueyonder btinternet btopenworld eircom email fastmail free gmail gmx googlemail hotmail hushmail icloud inbox laposte
   libero live mac mail mailfence me msn ntlworld orange outlook outlook-mail posteo proton protonmail qq rediffmail rocketmail
   sky skynet talktalk tiscali tuta tutanota virgin virginmedia wanadoo web yahoo yandex ymail zoho zohomail`.split(
    /\s+/,
  ),
);
/** Their endings: `gmail.com`, `yahoo.co.uk`; a company may well be called `web.example`. */
const publicEndings =
  /^(?:com|net|org|de|fr|it|es|ie|eu|me|ru|uk|us|ca|au|jp|in|br|ch|nl|com?\.[a-z]{2}|com\.[a-z]{2}|pm|email|fm)$/;

export function isPublicHost(text: string): boolean {
  const parts = text.split(".");
  return parts.some((part, at) => publicHosts.has(part) && publicEndings.test(parts.slice(at + 1).join(".")));
}
