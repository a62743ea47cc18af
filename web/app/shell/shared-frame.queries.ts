import { microFrontends } from "@tradewind/contract/portal/micro-frontends.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { loadElement } from "./load-element.ts";

/** Milliseconds to wait for the shared header and footer before showing the usual ones. */
const patience = 3_000;

/** Fetches the names of the elements that are ready to be drawn; null if the usual header and footer must do. */
export const sharedFrameQuery = queryOptions({
  queryKey: ["micro-frontends"],
  queryFn: () =>
    Promise.race([load().catch(() => null), new Promise<null>((resolve) => setTimeout(() => resolve(null), patience))]),
  staleTime: Number.POSITIVE_INFINITY,
});

async function load() {
  const frame = await call(microFrontends.current);
  if (!frame) return null;
  await Promise.all([loadElement(frame.Header), loadElement(frame.Footer)]);
  return { header: frame.Header.Element, footer: frame.Footer.Element };
}
