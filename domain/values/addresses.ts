/** A dot, also as Chinese and Japanese write it, with which a domain could go on. */
const dots = /[.\u3002\uFF0E\uFF61](?=\p{L})/gu;
/** Control characters and marks that nobody sees; not line ends, nor the joiners that some scripts need. */
const unseen = /[^\P{Cc}\n]|[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;

/** A short form before a name, written without a space: `St.John`, `Ma.Theresa`. */
const shortForm = /(?<![\p{L}\p{N}.])\p{Lu}\p{L}{0,2}\.(?=\p{Lu}\p{Ll}{2,})/gu;

/** Whether a text has a web address, or what reads as one: `://`, `www.`, or a word like `evil.example`. */
export const carriesAddress = (text: string): boolean =>
  carriesLink(text) || /[\p{L}\p{N}][.\u3002\uFF0E\uFF61]\p{L}{2}/u.test(text.replace(shortForm, ""));

/** Whether a text has a web address that begins like one; a company may be named like a domain. */
export const carriesLink = (text: string): boolean => /:\/\/|\bwww\./i.test(text) || text.search(unseen) >= 0;

/** Returns the text so that no program makes a link of it, and nothing in it is hidden. */
export const withoutAddresses = (text: string): string =>
  text.replace(unseen, " ").replaceAll("://", ": ").replace(dots, ". ");
