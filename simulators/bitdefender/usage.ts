/**
 * Counters of what is used: the most at a time since the first of a month, at 00:00 GMT. Agents are heard some hours late, and
 * what a month that is over told stays the same, until somebody corrects it.
 */
import type { BitdefenderState, Company } from "./state.ts";

/** Really up to a day. */
const lagMs = 6 * 3_600_000;

const ofModels: Readonly<Record<string, string>> = {
  aLaCarte: "aLaCarteMonthlyUsage",
  mspSecure: "mspSecureMonthlyUsage",
  mspSecurePlus: "mspSecurePlusMonthlyUsage",
  mspSecureExtra: "mspSecureExtraMonthlyUsage",
};
const ofSwitches: Readonly<Record<string, string>> = {
  manageEncryption: "encryptionMonthlyUsage",
  managePatchManagement: "patchManagementMonthlyUsage",
  manageEmailSecurity: "emailSecurityMonthlyUsage",
  manageExchange: "exchangeMonthlyUsage",
};
const others = ["atsMonthlyUsage", "edrMonthlyUsage", "mdrFoundationsMonthlyUsage", "mobileSecurityMonthlyUsage"];

const isOn = ({ licence }: Company, counter: string) =>
  ofModels[licence.assignedProtectionModel] === counter ||
  Object.entries(ofSwitches).some(([name, each]) => each === counter && licence.switches[name]);

/** What is used while nobody says otherwise: most of the reserved seats. */
const usual = (company: Company, counter: string): number =>
  isOn(company, counter) ? Math.ceil((company.licence.reservedSlots ?? 0) * 0.9) : 0;

function mostIn(state: BitdefenderState, company: Company, counter: string, month: string): number {
  const from = Date.parse(`${month}-01T00:00:00Z`);
  const until = new Date(from).setUTCMonth(new Date(from).getUTCMonth() + 1);
  const heard = Math.min(state.clock.now() - lagMs, until - 1);
  const key = `${company.id}:${counter}:${month}`;
  const told = state.told.get(key);
  if (told) return told.value;
  const said = (state.used.get(`${company.id}:${counter}`) ?? []).filter(({ at }) => at <= heard);
  const within = said.filter(({ at }) => at >= from).map(({ value }) => value);
  const before = said.findLast(({ at }) => at < from)?.value;
  const isHeard = heard >= from && heard >= Date.parse(`${company.createdAt}Z`);
  const standing = before ?? (said.length === 0 && isHeard ? usual(company, counter) : 0);
  const most = Math.max(0, standing, ...within);
  if (state.clock.now() >= until + lagMs) state.told.put(key, { value: most });
  return most;
}

/** All counters of a month. That of all endpoints is the sum of those of the models. */
export function countersOf(state: BitdefenderState, company: Company, month: string): Record<string, number> {
  const most = (counter: string) => [counter, mostIn(state, company, counter, month)] as const;
  const byModel = Object.fromEntries(Object.values(ofModels).map(most));
  return {
    endpointMonthlyUsage: Object.values(byModel).reduce((sum, value) => sum + value, 0),
    ...byModel,
    ...Object.fromEntries([...Object.values(ofSwitches), ...others].map(most)),
  };
}

/** Endpoints that have a seat at present. */
export const usedNow = (state: BitdefenderState, company: Company): number =>
  countersOf(state, company, new Date(state.clock.now()).toISOString().slice(0, 7))["endpointMonthlyUsage"]!;
