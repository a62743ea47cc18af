/** Reads a reseller's Autotask, companies, services and products, contracts, their services with units, and charges, and writes units and charges. */
import { z } from "zod";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { addDays, monthOf, type CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { PsaCallSettings } from "../psa-calls.ts";
import {
  mustHaveTarget,
  periodInvoiced,
  PsaChanged,
  PsaRefused,
  type PsaCompany,
  type PsaConnector,
  type PsaLineState,
  type PsaRight,
  stillToSet,
} from "../psa.ts";
import { autotaskApi, type Filter } from "./autotask-api.ts";

const rights = [
  { name: "CRM: view companies", entity: "Companies" },
  { name: "Inventory: view services", entity: "Services" },
  { name: "Contracts: view all", entity: "Contracts" },
  { name: "Contracts: visibility Full, services", entity: "ContractServices" },
];
const recurring = 7;
/** The type of a charge that is no stock. */
const operational = 1;
const active: Filter = [{ op: "eq", field: "isActive", value: true }];
const every: Filter = [{ op: "exist", field: "id" }];

const company = z.looseObject({
  id: z.number(),
  companyName: z.string(),
  taxID: z.string().nullish(),
  webAddress: z.string().nullish(),
  isActive: z.boolean().nullish(),
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
  endDate: z.string().nullish(),
  approveAndPostDate: z.string().nullish(),
});
const billed = z.looseObject({ id: z.number(), billingCodeID: z.number().nullish() });
const hasId = z.looseObject({ id: z.number() });
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
const companyOf = ({ id, companyName, taxID, webAddress }: z.output<typeof company>): PsaCompany => ({
  ref: String(id),
  name: companyName,
  vat_number: taxID || null,
  domain: hostOf(webAddress),
});
/** How many a line has by its units. Their price is for all of them; without any, its own price is for one. */
function stateOf(line: z.output<typeof contractService>, now: Units | undefined): PsaLineState {
  const price = now?.price != null && now.units > 0 ? now.price / now.units : (line.unitPrice ?? 0);
  return { quantity: String(now?.units ?? 0), unit_price: price.toFixed(4) };
}
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

    /**
     * The units of lines that have none on a day: the next that begin, or else the last that ended. What was never billed has
     * none.
     */
    async function unitsBesides(day: CalendarDate, ids: number[]): Promise<Map<number, Units>> {
      const byService = new Map<number, Units>();
      if (ids.length === 0) return byService;
      const filter: Filter = [{ op: "in", field: "contractServiceID", value: ids }];
      const isLater = ({ startDate }: Units) => startDate.slice(0, 10) > day;
      for await (const rows of api.query("ContractServiceUnits", units, filter))
        for (const row of rows) {
          const held = byService.get(row.contractServiceID);
          const isNearer = isLater(row)
            ? !held || !isLater(held) || row.startDate < held.startDate
            : !held || (!isLater(held) && row.startDate > held.startDate);
          if (isNearer) byService.set(row.contractServiceID, row);
        }
      return byService;
    }

    /** The one row of an entity with this number, if it belongs to the contract. */
    async function one<T extends z.ZodObject>(
      entity: string,
      shape: T,
      filter: Filter,
    ): Promise<z.output<T> | undefined> {
      for await (const [row] of api.query(entity, shape, filter)) return row;
      return undefined;
    }
    async function mustBeActive(contractId: number): Promise<void> {
      const found = await one("Contracts", contract, [{ op: "eq", field: "id", value: contractId }]);
      if (!found) throw new PsaChanged("The contract is no longer in Autotask.");
      if (found.status !== 1)
        throw new PsaRefused("The contract is not active in Autotask. Activate it there, or match another one.");
    }
    /**
     * The units of a line on a day, with the rows that come after. A row may end on the day on which the next begins, so
     * of those that hold on the day the later one counts.
     */
    async function unitsFrom(day: CalendarDate, lineId: number): Promise<{ now: Units; rows: Units[] }> {
      const filter: Filter = [
        { op: "eq", field: "contractServiceID", value: lineId },
        { op: "gte", field: "endDate", value: day },
      ];
      const found: Units[] = [];
      for await (const rows of api.query("ContractServiceUnits", units, filter)) found.push(...rows);
      const rows = found.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1));
      const at = rows.findLastIndex(({ startDate }) => startDate.slice(0, 10) <= day);
      if (at < 0) throw new PsaRefused(`Autotask bills nothing of this line on ${formatDate(day)}.`);
      return { now: rows[at]!, rows: rows.slice(at) };
    }
    /** Posted periods stay as they are. */
    function mustNotBePosted(rows: readonly Units[]): void {
      const posted = rows.findLastIndex(({ approveAndPostDate }) => approveAndPostDate != null);
      if (posted >= 0) {
        const next = rows[posted + 1]?.startDate.slice(0, 10);
        throw periodInvoiced("Autotask", next ?? addDays(rows[posted]!.endDate!.slice(0, 10), 1));
      }
    }
    /** A change that was made for later is not changed a second time. */
    function mustStayTheSame(rows: readonly Units[]): void {
      const later = rows.findLast((row) => row.units !== rows[0]!.units);
      if (later)
        throw new PsaRefused(
          `Autotask has ${later.units} from ${formatDate(later.startDate.slice(0, 10))} on: write it from then on.`,
        );
    }

    /**
     * Why a price is refused: it has no first day, but is that of every period that is not posted, so those before must be. A period
     * need not begin on the first of a month.
     */
    async function unpostedBefore(day: CalendarDate, lineId: number): Promise<PsaRefused | undefined> {
      const filter: Filter = [
        { op: "eq", field: "contractServiceID", value: lineId },
        { op: "lt", field: "startDate", value: monthOf(day).from },
        { op: "lt", field: "endDate", value: day },
      ];
      const ends: CalendarDate[] = [];
      for await (const rows of api.query("ContractServiceUnits", units, filter))
        for (const { approveAndPostDate, units: count, endDate } of rows)
          if (approveAndPostDate == null && count > 0) ends.push(endDate!.slice(0, 10));
      const last = ends.toSorted().at(-1);
      return last === undefined
        ? undefined
        : new PsaRefused(
            `Autotask would bill what it has not posted until ${formatDate(last)} at the new price as well. Post that first, then write this again.`,
          );
    }

    return {
      async setLine(wanted) {
        const { agreement_ref, line_ref, product_ref, target, on_day } = wanted;
        await api.mustHaveBudget();
        // An adjustment of what is not there would add a new line, without an error.
        const line = await one("ContractServices", contractService, [
          { op: "eq", field: "id", value: Number(line_ref) },
        ]);
        if (!line || String(line.contractID) !== agreement_ref || String(line.serviceID) !== product_ref)
          throw new PsaChanged("The line is no longer in Autotask. Read the agreements anew.");
        const { now, rows } = await unitsFrom(on_day, line.id);
        const before = stateOf(line, now);
        const open = stillToSet("Autotask", wanted, before);
        if (!open.quantity && !open.price) return { before, after: before };
        await mustBeActive(line.contractID);
        mustNotBePosted(rows);
        const unitChange = Number(target) - now.units;
        if (!Number.isInteger(unitChange)) throw new PsaRefused("Autotask counts whole units only.");
        if (open.quantity) mustStayTheSame(rows);
        const refused = open.price ? await unpostedBefore(on_day, line.id) : undefined;
        if (open.quantity)
          await api.write("POST", "ContractServiceAdjustments", {
            contractServiceID: line.id,
            unitChange,
            effectiveDate: `${on_day}T00:00:00Z`,
          });
        if (open.price)
          try {
            if (refused) throw refused;
            await api.write("PATCH", "ContractServices", { id: line.id, adjustedPrice: Number(wanted.price!.target) });
          } catch (error) {
            // Of a write that is tried again, the quantity may be there already.
            if (!(error instanceof PsaRefused) || Number(target) === Number(wanted.seen)) throw error;
            const found = stateOf(line, (await unitsFrom(on_day, line.id)).now);
            throw new PsaRefused(`The quantity is written, the price is not. ${error.message}`, { found });
          }
        const after = stateOf(line, (await unitsFrom(on_day, line.id)).now);
        mustHaveTarget("Autotask", wanted, after);
        return { before, after };
      },
      async addCharge({ agreement_ref, product_ref, name, quantity, unit_price, on_day, mark }) {
        const contractID = Number(agreement_ref);
        // In whichever contract: it may have been another one when it was tried before.
        const there = await one("ContractCharges", hasId, [{ op: "eq", field: "description", value: mark }]);
        if (there) return { ref: String(there.id) };
        await mustBeActive(contractID);
        const [, productId] = /^product-(\d+)$/.exec(product_ref) ?? [];
        const code =
          productId === undefined
            ? await one("Services", billed, [{ op: "eq", field: "id", value: Number(product_ref) }])
            : undefined;
        if (productId === undefined && !code)
          throw new PsaChanged("The service is no longer in Autotask. Match another one.");
        const id = await api.write("POST", `Contracts/${contractID}/Charges`, {
          contractID,
          name,
          description: mark,
          chargeType: operational,
          ...(code ? { billingCodeID: code.billingCodeID } : { productID: Number(productId) }),
          datePurchased: `${on_day}T00:00:00Z`,
          unitQuantity: Number(quantity),
          unitPrice: Number(unit_price),
          isBillableToCompany: true,
        });
        return { ref: String(id) };
      },
      async probe() {
        const found = [];
        for (const { name, entity } of rights) found.push({ name, missing: missingOf(await api.count(entity)) });
        return found;
      },
      async *companies() {
        for await (const rows of reading(api.query("Companies", company, active))) yield rows.map(companyOf);
      },
      changes: {
        // Contracts, their lines and their charges do not tell when they changed, and products that are no services neither.
        async *companies(since) {
          const filter: Filter = [{ op: "gt", field: "lastTrackedModifiedDateTime", value: since.toISOString() }];
          for await (const rows of reading(api.query("Companies", company, filter)))
            yield rows.map((row) =>
              row.isActive === false ? { ref: String(row.id), gone: true as const } : companyOf(row),
            );
        },
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
          const ids = rows.map(({ id }) => id);
          const held = await unitsOn(day, ids);
          const besides = await unitsBesides(
            day,
            ids.filter((id) => !held.has(id)),
          );
          yield rows.map((row) => {
            const now = held.get(row.id) ?? besides.get(row.id);
            const end = dayOf(now?.endDate);
            return {
              ref: String(row.id),
              agreement_ref: String(row.contractID),
              product_ref: String(row.serviceID),
              name: row.invoiceDescription ?? "",
              ...stateOf(row, now),
              from_on: dayOf(now?.startDate),
              until_on: end !== null && end < day ? addDays(end, 1) : null,
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
