/** Decides which address sign-in may lead to: a path of our own, or none. */
import { publicPages } from "@tradewind/contract/public-pages.ts";

const home = "https://portal.invalid";
const never = [
  publicPages.login,
  publicPages.signIn,
  publicPages.permissionError,
  publicPages.keptOut,
  publicPages.notFound,
];

// Browsers drop tabs and line breaks from addresses and read a backslash as a slash: both can hide another host.
const suspicious = /[\u0000-\u0020\u007f-\u009f\u2028\u2029\\]/;

export function safeReturn(wanted: string | null | undefined): string | undefined {
  if (!wanted || wanted.length > 2000 || !wanted.startsWith("/") || suspicious.test(wanted)) return undefined;
  let target: URL;
  try {
    target = new URL(wanted, home);
  } catch {
    return undefined;
  }
  const path = target.pathname;
  if (target.origin !== home || target.username !== "" || path.startsWith("//") || wanted.startsWith("//"))
    return undefined;
  if (path === "/" || path.startsWith("/api/") || never.includes(path.replace(/\/+$/, ""))) return undefined;
  return path + target.search + target.hash;
}

/** Returns the sign-in page, or another, with the current address kept, unless that is a sign-in page itself. */
export function loginAddress(here = location.pathname + location.search + location.hash, page = publicPages.login) {
  const back = safeReturn(here);
  return back ? `${page}?return=${encodeURIComponent(back)}` : page;
}
