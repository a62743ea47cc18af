/** What a reseller keeps in its PSA, as its own people would have entered it there. */
import { setTimeout as sleep } from "node:timers/promises";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { psa } from "@tradewind/contract/psa/psa.ts";
import { callAs, tokenOf } from "../authenticator.ts";
import { simulatorUrl } from "../simulators.ts";

type System = "connectwise" | "autotask";
/** A company with one agreement and one line in it: one licence of Business Premium, for 1.00 a month. */
type Company = { name: string; id: number; since: string };

const premium = { sku: "CFQ7TTC0LCHC:0002", connectwise: "77", autotask: "14" };

const rowsIn: Record<System, (company: Company) => object[]> = {
  connectwise: ({ name, id, since }) => [
    { list: "companies", id, values: { id, identifier: `C${id}`, name, website: null, deletedFlag: false } },
    {
      list: "agreements",
      id,
      values: {
        id,
        name: "Cloud services",
        type: { id: 4, name: "Recurring" },
        company: { id, name },
        agreementStatus: "Active",
        cancelledFlag: false,
        startDate: `${since}T00:00:00Z`,
      },
    },
    {
      list: "additions",
      id,
      values: {
        id,
        agreementId: id,
        product: { id: Number(premium.connectwise), identifier: "M365-BP" },
        description: "Microsoft 365 Business Premium",
        quantity: 1,
        lessIncluded: 0,
        unitPrice: 1,
        billCustomer: "Billable",
        effectiveDate: `${since}T00:00:00Z`,
        cancelledDate: null,
      },
    },
  ],
  autotask: ({ name, id, since }) => {
    const time = { startDate: `${since}T00:00:00`, endDate: "2035-12-31T00:00:00" };
    const line = { contractID: id, serviceID: Number(premium.autotask) };
    return [
      { entity: "Companies", id, values: { id, companyName: name, companyType: 1, isActive: true } },
      {
        entity: "Contracts",
        id,
        values: { ...time, id, companyID: id, contractName: "Cloud services", contractType: 7, status: 1 },
      },
      { entity: "ContractServices", id, values: { ...line, id, unitPrice: 1, invoiceDescription: "Business Premium" } },
      {
        entity: "ContractServiceUnits",
        id,
        values: { ...line, ...time, id, contractServiceID: id, units: 1, price: 1, cost: 0 },
      },
    ];
  },
};

/** Enters a company there, has the PSA read, and matches the company with the customer of the same name. */
export async function keepInPsa(system: System, user: string, company: Company): Promise<void> {
  for (const row of rowsIn[system](company))
    await fetch(`${simulatorUrl(system)}/__sim/act`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ action: "set", ...row }),
    });
  const token = await tokenOf(user);
  await callAs(token, psa.refreshAll.method, psa.refreshAll.path);
  const isRead = async () => {
    const { response } = await callAs<ResultOf<typeof psa.syncStatus>>(token, "GET", psa.syncStatus.path);
    return response.find(({ kind }) => kind === "all")!.status === "Completed";
  };
  while (!(await isRead())) await sleep(200);
  const option = { id: String(company.id), name: company.name };
  await match(psa.customerMappings, psa.updateCustomerMappings, ({ name }) => name === company.name, option);
  const product = { id: premium[system], name: "Microsoft 365 Business Premium" };
  await match(psa.serviceMappings, psa.updateServiceMappings, ({ id }) => id === premium.sku, product);

  type Rows = ResultOf<typeof psa.customerMappings>;
  async function match(
    list: { path: string },
    update: { method: string; path: string },
    isMeant: (row: Rows["response"][number]) => boolean,
    selectedOption: { id: string; name: string },
  ): Promise<void> {
    const { response } = await callAs<Rows>(token, "GET", list.path);
    const mappings = response.filter(isMeant).map((row) => ({ ...row, selectedOption, ignored: false }));
    await callAs(token, update.method, update.path, { mappings });
  }
}
