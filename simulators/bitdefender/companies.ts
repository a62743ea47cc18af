import { checkLicence, licenceExpects } from "./licensing.ts";
import { checkParams, invalid, refuse, type Method, type Params } from "./rpc.ts";
import { type BitdefenderState, type Company, companyOf, newNumber, partnerId } from "./state.ts";

const about = { companyId: "string" } as const;

export function companyMethods(state: BitdefenderState): Record<string, Method> {
  return {
    createCompany: {
      expects: {
        type: "number",
        name: "string",
        parentId: "string?",
        address: "string?",
        country: "string?",
        state: "string?",
        phone: "string?",
        industry: "number?",
        canBeManagedByAbove: "boolean?",
        enforce2FA: "boolean?",
        skip2FAPeriod: "number?",
        accountEmail: "string?",
        accountFullName: "string?",
        accountTimezone: "string?",
        accountLanguage: "string?",
        licenseSubscription: "object?",
      },
      answer: (params) => createCompany(state, params),
    },
    findCompaniesByName: {
      expects: { nameFilter: "string", maxResults: "number?" },
      answer: (params) => findCompanies(state, params),
    },
    getCompanyDetails: {
      expects: { companyId: "string?" },
      answer: ({ companyId = partnerId }) => (companyId === partnerId ? partner : show(companyOf(state, companyId))),
    },
    suspendCompany: {
      expects: { ...about, recursive: "boolean" },
      answer: ({ companyId }) => setSuspended(state, companyOf(state, companyId), true),
    },
    activateCompany: {
      expects: { ...about, recursive: "boolean" },
      answer: ({ companyId }) => setSuspended(state, companyOf(state, companyId), false),
    },
    deleteCompany: { expects: about, answer: ({ companyId }) => deleteCompany(state, companyOf(state, companyId)) },
  };
}

const partner = {
  type: 0,
  name: "Tradewind Distribution",
  id: partnerId,
  address: "",
  phone: "",
  canBeManagedByAbove: true,
  isSuspended: false,
  createdAt: "2020-01-01T00:00:00",
  country: "GB",
  state: "N/A",
};

function createCompany(state: BitdefenderState, params: Params): string {
  const { type, name, parentId = partnerId, address = "", phone = "", country = "N/A" } = params;
  const { accountEmail: email, accountFullName: fullName = "", canBeManagedByAbove = true } = params;
  if (type !== 0 && type !== 1) invalid("type");
  if (name.trim() === "" || name.length > 64 || /[<>]/.test(name)) invalid("name");
  if (address.length > 128 || /[<>]/.test(address)) invalid("address");
  if (phone.length > 32) invalid("phone");
  if (country !== "N/A" && !/^[A-Z]{2}$/.test(country)) invalid("country");
  if (parentId !== partnerId) invalid("parentId");
  if (!canBeManagedByAbove && (!email || !fullName))
    refuse(-32602, "The required parameter is missing: 'accountEmail'.");
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email)) invalid("accountEmail");
  // Without a subscription a company is on trial.
  const { type: subscription, ...wanted } = params.licenseSubscription ?? { type: 1 };
  if (![1, 3, 5].includes(subscription)) invalid("licenseSubscription.type");
  checkParams(wanted, { ...licenceExpects, minimumUsage: "object?" }, "licenseSubscription.");
  const licence = { ...checkLicence(state, wanted), type: subscription };
  if (state.companies.values().some((each) => each.name.toLowerCase() === name.toLowerCase()))
    refuse(-32602, "A company with this name already exists.");
  if (email && state.accounts.values().some((account) => account.email.toLowerCase() === email.toLowerCase()))
    refuse(-32602, "The email address is used by another account.");
  const company: Company = {
    id: newNumber(state),
    type,
    name,
    address,
    country,
    phone,
    canBeManagedByAbove,
    isSuspended: false,
    createdAt: new Date(state.clock.now()).toISOString().slice(0, 19),
    licence,
  };
  state.companies.put(company.id, company);
  if (email) {
    const account = { id: newNumber(state), companyId: company.id, email, fullName };
    state.accounts.put(account.id, account);
  }
  return company.id;
}

/** A name that begins with the filter, or that has it anywhere if an asterisk stands before it. */
function findCompanies(state: BitdefenderState, { nameFilter, maxResults = 25 }: Params) {
  if (!Number.isInteger(maxResults) || maxResults < 1 || maxResults > 100) invalid("maxResults");
  const filter = nameFilter.toLowerCase();
  const part = filter.replace(/^\*/, "");
  if (part === "") invalid("nameFilter");
  const isFound = (name: string) => (filter === part ? name.startsWith(part) : name.includes(part));
  return state.companies
    .values()
    .filter(({ name }) => isFound(name.toLowerCase()))
    .slice(0, maxResults)
    .map(show);
}

const show = ({ licence: _, ...company }: Company) => ({
  ...company,
  enforce2FA: true,
  skip2FAPeriod: 0,
  state: "N/A",
  industry: 0,
});

function setSuspended(state: BitdefenderState, company: Company, isSuspended: boolean): null {
  state.companies.put(company.id, { ...company, isSuspended });
  return null;
}

/** Takes its accounts with it. What it used is told no more. */
function deleteCompany(state: BitdefenderState, { id }: Company): null {
  state.companies.remove(id);
  for (const account of state.accounts.values()) if (account.companyId === id) state.accounts.remove(account.id);
  return null;
}
