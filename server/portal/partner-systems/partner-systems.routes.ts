import { partnerSystems } from "@tradewind/contract/portal/partner-systems.ts";
import type { LinkedSystem } from "@tradewind/domain/portal/partner-systems.ts";
import { answer } from "../../platform/http.ts";
import { hostOfPage } from "../../platform/own-page.ts";
import { linkSystems, partnerSystemsOf } from "./partner-systems.actions.ts";
import { searchResellers } from "./partner-systems.store.ts";

type Row = { id: string; name: string; partner_systems: LinkedSystem[] };
const toWire = (row: Row) => ({ Id: row.id, Name: row.name, Linked: row.partner_systems });

export const partnerSystemsRoutes = [
  answer(partnerSystems.mine, ({ platform, request, actor }) =>
    partnerSystemsOf(platform.config, hostOfPage(request), actor),
  ),
  answer(partnerSystems.list, async ({ db }, { query }) => ({
    Items: (await searchResellers(db, query.Search ?? "")).map(toWire),
  })),
  answer(partnerSystems.link, async (doing, { params, body }) =>
    toWire(await linkSystems(doing, params.resellerId, body.Linked)),
  ),
];
