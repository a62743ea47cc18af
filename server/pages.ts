import { isAt } from "@tradewind/contract/address.ts";
import { publicPages } from "@tradewind/contract/public-pages.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { PageAt } from "./platform/serve.ts";

const { notFound, missing, ...others } = publicPages;
const open = new Set<string>(Object.values(others));
const closed = new Set<string>([notFound, missing]);
const signedIn = Object.values(screens);

/** Finds the document at an address, and whether it shows anything but that there is nothing. */
export const pageAt: PageAt = (pathname) => {
  const first = `/${pathname.split("/")[1]!}`;
  if (open.has(first) || closed.has(first)) return { document: "signedOut", exists: open.has(first) };
  return { document: "signedIn", exists: pathname === "/" || signedIn.some(({ path }) => isAt(path, pathname)) };
};
