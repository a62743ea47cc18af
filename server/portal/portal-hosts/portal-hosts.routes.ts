import { portalHosts } from "@tradewind/contract/portal/portal-hosts.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer } from "../../platform/http.ts";
import { addPortalHost, removePortalHost } from "./portal-hosts.actions.ts";
import { listHostChanges, listPortalHosts, pageSize } from "./portal-hosts.store.ts";

export const portalHostsRoutes = [
  answer(portalHosts.list, async ({ db }, { query }) => {
    const rows = await listPortalHosts(db, query.Search, readCursor(query.After, ["host"])?.host);
    const { page, next } = pageOf(rows, pageSize, ({ host }) => ({ host }));
    return {
      Items: page.map(({ host, reseller_id, name, has_label }) => ({
        Host: host,
        ResellerId: reseller_id,
        ResellerName: name,
        HasLabel: Boolean(has_label),
      })),
      Next: next,
    };
  }),
  answer(portalHosts.changes, async ({ db }) => ({
    Items: (await listHostChanges(db)).map(({ at, who, what }) => ({ At: at.toISOString(), Who: who, What: what })),
  })),
  answer(portalHosts.add, async (doing, { body }) => {
    await addPortalHost(doing, body.Host, body.ResellerId);
    return { Host: body.Host };
  }),
  answer(portalHosts.remove, async (doing, { params }) => {
    await removePortalHost(doing, params.portalHost);
    return {};
  }),
];
