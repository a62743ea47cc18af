import { invalid, refuse, type Expected, type Method, type Params } from "./rpc.ts";
import { type BitdefenderState, companyOf, type Licence, partnerId } from "./state.ts";
import { countersOf, usedNow } from "./usage.ts";

const switches = [
  "manageExchange",
  "manageEncryption",
  "manageRemoteEnginesScanning",
  "manageHyperDetect",
  "manageSandboxAnalyzer",
  "managePatchManagement",
  "manageEventCorrelator",
  "manageEmailSecurity",
] as const;
const models = ["aLaCarte", "mspSecure", "mspSecurePlus", "mspSecureExtra"];
/** Endpoint Security, and detection and response beside another antivirus. */
const productTypes = [0, 3];

export const licenceExpects: Expected = {
  reservedSlots: "number?",
  endSubscription: "string?",
  autoRenewPeriod: "number?",
  assignedProductType: "number?",
  additionalProductTypes: "array?",
  assignedProtectionModel: "string?",
  ...Object.fromEntries(switches.map((name) => [name, "boolean?" as const])),
};

export function licensingMethods(state: BitdefenderState): Record<string, Method> {
  return {
    getLicenseInfo: {
      expects: { companyId: "string?", returnAllProducts: "boolean?" },
      answer: ({ companyId = partnerId }) => showLicence(state, companyId),
    },
    setMonthlySubscription: {
      expects: { companyId: "string", removeReservedSlots: "boolean?", ...licenceExpects },
      answer: (params) => setMonthly(state, params),
    },
    getMonthlyUsage: {
      expects: { companyId: "string?", targetMonth: "string?" },
      answer: (params) => countersOf(state, ...usageOf(state, params)),
    },
    getMonthlyUsagePerProductType: {
      expects: { companyId: "string?", targetMonth: "string?" },
      answer(params) {
        const [company, month] = usageOf(state, params);
        const counters = countersOf(state, company, month);
        // Each kind of product tells all counters, those that are not its own as nothing.
        return {
          usages: productTypes.map((productType) => ({
            productType,
            ...(productType === company.licence.assignedProductType
              ? counters
              : Object.fromEntries(Object.keys(counters).map((name) => [name, 0]))),
          })),
        };
      },
    },
  };
}

function usageOf(state: BitdefenderState, { companyId, targetMonth }: Params) {
  const present = new Date(state.clock.now()).toISOString();
  const month = targetMonth ?? `${present.slice(5, 7)}/${present.slice(0, 4)}`;
  if (!/^(0[1-9]|1[0-2])\/\d{4}$/.test(month)) invalid("targetMonth");
  const [number, year] = month.split("/");
  if (`${year}-${number}` > present.slice(0, 7)) invalid("targetMonth");
  return [companyOf(state, companyId), `${year}-${number}`] as const;
}

/** Judges what is wanted of a licence. What is not named is switched off. */
export function checkLicence(state: BitdefenderState, wanted: Params, held?: Licence, companyId?: string): Licence {
  const { reservedSlots = held?.reservedSlots ?? null, assignedProductType = held?.assignedProductType ?? 0 } = wanted;
  const assignedProtectionModel = wanted.assignedProtectionModel ?? held?.assignedProtectionModel ?? models[0]!;
  if (!productTypes.includes(assignedProductType)) invalid("assignedProductType");
  if (!models.includes(assignedProtectionModel)) invalid("assignedProtectionModel");
  if (assignedProductType !== 0 && wanted.assignedProtectionModel !== undefined) invalid("assignedProtectionModel");
  if (wanted.additionalProductTypes && !wanted.additionalProductTypes.includes(assignedProductType))
    invalid("additionalProductTypes");
  if (reservedSlots !== null && (!Number.isInteger(reservedSlots) || reservedSlots < 1)) invalid("reservedSlots");
  if (wanted.manageRemoteEnginesScanning && assignedProtectionModel !== "aLaCarte")
    invalid("manageRemoteEnginesScanning");
  if ((reservedSlots ?? 0) > freeSeats(state, companyId)) refuse(-32000, "There are not enough license seats.");
  return {
    type: 3,
    reservedSlots,
    assignedProductType,
    assignedProtectionModel,
    endSubscription: wanted.endSubscription ?? held?.endSubscription ?? "",
    autoRenewPeriod: wanted.autoRenewPeriod ?? held?.autoRenewPeriod ?? 12,
    switches: Object.fromEntries(switches.map((name) => [name, wanted[name] === true])),
  };
}

const mostSeats = 1_000_000;

/** The partner's seats that no other company has reserved. */
const freeSeats = ({ seats, companies }: BitdefenderState, companyId: string | undefined): number =>
  companies
    .values()
    .filter(({ id }) => id !== companyId)
    .reduce((left, { licence }) => left - (licence.reservedSlots ?? 0), seats.get("")?.seats ?? mostSeats);

function setMonthly(state: BitdefenderState, { companyId, removeReservedSlots = false, ...wanted }: Params): boolean {
  const company = companyOf(state, companyId);
  const licence = checkLicence(state, wanted, company.licence, companyId);
  const slots = removeReservedSlots ? null : licence.reservedSlots;
  state.companies.put(companyId, { ...company, licence: { ...licence, reservedSlots: slots } });
  return true;
}

function showLicence(state: BitdefenderState, companyId: string) {
  if (companyId === partnerId)
    return { subscriptionType: 3, usedSlots: 0, totalSlots: state.seats.get("")?.seats ?? mostSeats, licenseKey: "" };
  const company = companyOf(state, companyId);
  const { licence } = company;
  return {
    subscriptionType: licence.type,
    expiryDate: null,
    usedSlots: usedNow(state, company),
    totalSlots: licence.reservedSlots,
    licenseKey: "",
    endSubscription: licence.endSubscription,
    autoRenewPeriod: licence.autoRenewPeriod,
    assignedProductType: licence.assignedProductType,
    additionalProductTypes: [licence.assignedProductType],
    assignedProtectionModel: licence.assignedProtectionModel,
    ...licence.switches,
  };
}
