import { companyProvider } from "@tradewind/contract/access/company-providers.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { answer, answerPrepared, type Doing } from "../../platform/http.ts";
import {
  addProviderDomain,
  approveDomain,
  findRecord,
  mustSeeWhole,
  proveDomain,
  readSettings,
  removeCompanyProvider,
  removeProviderDomain,
  saveCompanyProvider,
  turnCompanyProvider,
} from "./company-providers.actions.ts";
import { listWaitingDomains } from "./company-providers.store.ts";

const settingsOf = ({ tx, platform, actor }: Doing<TenantActor>) => readSettings(tx, platform, actor.resellerId);

export const companyProvidersRoutes = [
  answer(companyProvider.current, async ({ db, platform, actor }) => {
    mustSeeWhole(actor);
    return readSettings(db, platform, actor.resellerId);
  }),
  answer(companyProvider.save, async (doing, { body }) => {
    await saveCompanyProvider(doing, body);
    return settingsOf(doing);
  }),
  answer(companyProvider.turn, async (doing, { body }) => {
    await turnCompanyProvider(doing, body.IsOn);
    return settingsOf(doing);
  }),
  answer(companyProvider.remove, async (doing) => {
    await removeCompanyProvider(doing);
    return settingsOf(doing);
  }),
  answer(companyProvider.addDomain, async (doing, { body }) => {
    await addProviderDomain(doing, body.Domain);
    return settingsOf(doing);
  }),
  answerPrepared(
    companyProvider.proveDomain,
    ({ platform, actor }, { params }) => findRecord(platform, actor, params.providerDomain),
    async (doing, { params }, record) => {
      await proveDomain(doing, params.providerDomain, record);
      return settingsOf(doing);
    },
  ),
  answer(companyProvider.removeDomain, async (doing, { params }) => {
    await removeProviderDomain(doing, params.providerDomain);
    return settingsOf(doing);
  }),
  answer(companyProvider.waitingDomains, async ({ db }) => ({
    Items: (await listWaitingDomains(db)).map((row) => ({
      CompanyId: row.reseller_id,
      CompanyName: row.name,
      Domain: row.domain,
      Asked: row.asked_at.toISOString(),
    })),
  })),
  answer(companyProvider.approveDomain, async (doing, { body }) => {
    await approveDomain(doing, { companyId: body.CompanyId, domain: body.Domain, reason: body.Reason });
    return {};
  }),
];
