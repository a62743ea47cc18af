/** Reads a reseller's Autotask: companies, services and products, contracts, their services with units, and charges. */
import { z } from "zod";
import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { PsaCallSettings } from "../psa-calls.ts";
import type { PsaConnector, PsaRight } from "../psa.ts";
import { autotaskApi, type Filter } from "./autotask-api.ts";

const rights = [
  { name: "CRM: view companies", entity: "Companies" },
  { name: "Inventory: view services", entity: "Services" },
  { name: "Contracts: view all", entity: "Contracts" },
  { name: "Contracts: visibility Full, services", entity: "ContractServices" },
];
const recurring = 7;
const active: Filter = [{ op: "eq", field: "isActive", value: true }];
const every: Filter = [{ op: "exist", field: "id" }];

const company = z.looseObject({
  id: z.number(),
  companyName: z.string(),
  taxID: z.string().nullish(),
  webAddress: z.string().nullish(),
});
const service = z.looseObject({ id: z.number(), name: z.string(), unitPrice: z.number().nullish() });
const product = z.looseObject({
  id: z.number(),
  name: z.string(),
  sku: z.string().nullish(),
  unitPrice: z.number().nullish(),
});
const contract = z.looseObject({
  id: z.number(),
  companyID: z.number(),
  contractName: z.string(),
  contractType: z.number(),
  startDate: z.string().nullish(),
  endDate: z.string().nullish(),
  status: z.number(),
});
const contractService = z.looseObject({
  id: z.number(),
  contractID: z.number(),
  serviceID: z.number(),
  unitPrice: z.number().nullish(),
  invoiceDescription: z.string().nullish(),
});
const units = z.looseObject({
  id: z.number(),
  contractServiceID: z.number(),
  units: z.number(),
  price: z.number().nullish(),
  startDate: z.string(),
});
const charge = z.looseObject({
  id: z.number(),
  contractID: z.number(),
  name: z.string(),
  datePurchased: z.string().nullish(),
  unitQuantity: z.number(),
  unitPrice: z.number().nullish(),
  isBillableToCompany: z.boolean().nullish(),
});
type Units = z.output<typeof units>;

const dayOf = (instant: string | null | undefined): CalendarDate | null => instant?.slice(0, 10) ?? null;
const hostOf = (address: string | null | undefined): string | null =>
  address
    ?.replace(/^(\w+:\/\/)?(www\.)?/, "")
    .replace(/\/.*$/, "")
    .toLowerCase() || null;
/** What Autotask hides from a restricted user it does not refuse, so nothing at all counts as a missing right. */
const missingOf = (seen: number | string): PsaRight["missing"] => {
  if (typeof seen === "string") return seen;
  return seen > 0 ? null : "Nothing is shown. The security level of the API user may hide it.";
};

export const autotask =
  (settings: PsaCallSettings): PsaConnector =>
  (account, limits) => {
    const api = autotaskApi(account, { ...settings, ...limits });

    async function* reading<T>(rows: AsyncIterable<T[]>) {
      await api.mustHaveBudget();
      yield* rows;
    }
    /** The units of a day by contract service; of two that touch on it, those that begin later. */
    async function unitsOn(day: CalendarDate, ids: number[]): Promise<Map<number, Units>> {
      const byService = new Map<number, Units>();
      const filter: Filter = [
        { op: "in", field: "contractServiceID", value: ids },
        { op: "lte", field: "startDate", value: day },
        { op: "gte", field: "endDate", value: day },
      ];
      for await (const rows of api.query("ContractServiceUnits", units, filter))
        for (const row of rows) {
          const held = byService.get(row.contractServiceID);
          if (!held || row.startDate > held.startDate) byService.set(row.contractServiceID, row);
        }
      return byService;
    }

    return {
      async probe() {
        const found = [];
        for (const { name, entity } of rights) found.push({ name, missing: missingOf(await api.count(entity)) });
        return found;
      },
      async *companies() {
        for await (const rows of reading(api.query("Companies", company, active)))
          yield rows.map(({ id, companyName, taxID, webAddress }) => ({
            ref: String(id),
            name: companyName,
            vat_number: taxID || null,
            domain: hostOf(webAddress),
          }));
      },
      async *products() {
        for await (const rows of reading(api.query("Services", service, active)))
          yield rows.map(({ id, name, unitPrice }) => ({
            ref: String(id),
            name,
            sku: null,
            is_recurring: true,
            unit_price: String(unitPrice ?? 0),
          }));
        for await (const rows of api.query("Products", product, active))
          yield rows.map(({ id, name, sku, unitPrice }) => ({
            ref: `product-${id}`,
            name,
            sku: sku || null,
            is_recurring: false,
            unit_price: String(unitPrice ?? 0),
          }));
      },
      async *agreements() {
        for await (const rows of reading(api.query("Contracts", contract, every)))
          yield rows.map((row) => ({
            ref: String(row.id),
            name: row.contractName,
            company_ref: String(row.companyID),
            type: row.contractType === recurring ? "Recurring service" : "Other",
            is_active: row.status === 1,
            starts_on: dayOf(row.startDate),
            ends_on: dayOf(row.endDate),
          }));
      },
      async *lines(day) {
        for await (const rows of reading(api.query("ContractServices", contractService, every))) {
          const held = await unitsOn(
            day,
            rows.map(({ id }) => id),
          );
          yield rows.map((row) => {
            const now = held.get(row.id);
            // The price of units is for all of them.
            const price = now?.price != null && now.units > 0 ? now.price / now.units : (row.unitPrice ?? 0);
            return {
              ref: String(row.id),
              agreement_ref: String(row.contractID),
              product_ref: String(row.serviceID),
              name: row.invoiceDescription ?? "",
              quantity: String(now?.units ?? 0),
              unit_price: price.toFixed(4),
              from_on: dayOf(now?.startDate),
              until_on: null,
            };
          });
        }
      },
      async *charges() {
        for await (const rows of reading(api.query("ContractCharges", charge, every)))
          yield rows.map((row) => ({
            ref: String(row.id),
            agreement_ref: String(row.contractID),
            name: row.name,
            quantity: String(row.unitQuantity),
            unit_price: String(row.isBillableToCompany === false ? 0 : (row.unitPrice ?? 0)),
            on_day: dayOf(row.datePurchased),
          }));
      },
    };
  };
