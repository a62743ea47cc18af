import { companyProvider } from "@tradewind/contract/access/company-providers.ts";
import { answer, answerPrepared } from "../../platform/http.ts";
import {
  addProviderDomain,
  approveDomain,
  findRecord,
  proveDomain,
  readSettings,
  removeCompanyProvider,
  removeProviderDomain,
  saveCompanyProvider,
  turnCompanyProvider,
} from "./company-providers.actions.ts";
import { listWaitingDomains } from "./company-providers.store.ts";

export const companyProvidersRoutes = [
  answer(companyProvider.current, readSettings),
  answer(companyProvider.save, async (doing, { body }) => {
    await saveCompanyProvider(doing, body);
    return readSettings(doing);
  }),
  answer(companyProvider.turn, async (doing, { body }) => {
    await turnCompanyProvider(doing, body.IsOn);
    return readSettings(doing);
  }),
  answer(companyProvider.remove, async (doing) => {
    await removeCompanyProvider(doing);
    return readSettings(doing);
  }),
  answer(companyProvider.addDomain, async (doing, { body }) => {
    await addProviderDomain(doing, body.Domain);
    return readSettings(doing);
  }),
  answerPrepared(
    companyProvider.proveDomain,
    ({ platform, actor }, { params }) => findRecord(platform, actor, params.providerDomain),
    async (doing, { params }, record) => {
      await proveDomain(doing, params.providerDomain, record);
      return readSettings(doing);
    },
  ),
  answer(companyProvider.removeDomain, async (doing, { params }) => {
    await removeProviderDomain(doing, params.providerDomain);
    return readSettings(doing);
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
