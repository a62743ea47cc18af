import { whiteLabel, type WhiteLabelAnswer } from "@tradewind/contract/portal/white-label.ts";
import { QueryObserver, queryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { sessionQuery, type Session } from "../../platform/session.ts";

export const whiteLabelQuery = queryOptions({
  queryKey: ["whiteLabel"],
  queryFn: ({ signal }) => call(whiteLabel.current, { signal }),
});

const themeOf = ({ MarketplaceWhitelabel, Logo }: WhiteLabelAnswer): Session["Theme"] => ({
  ...MarketplaceWhitelabel,
  LogoUrl: Logo.IsCustom ? Logo.DesktopImageString : null,
  MobileLogoUrl: Logo.IsCustom ? Logo.MobileImageString : null,
});

/** Keeps the session's theme equal to the white label, wherever it is changed. */
export function followWhiteLabel(queries: QueryClient): () => void {
  const observer = new QueryObserver(queries, whiteLabelQuery);
  const take = (label: WhiteLabelAnswer | undefined) =>
    label && queries.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, Theme: themeOf(label) });
  const stop = observer.subscribe(({ data }) => take(data));
  take(observer.getCurrentResult().data);
  return stop;
}
