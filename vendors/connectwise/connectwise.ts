/** Reads a reseller's ConnectWise PSA, companies, the catalogue, agreements and their additions, and writes additions. */
import { z } from "zod";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { PsaCallSettings } from "../psa-calls.ts";
import {
  mustHaveTarget,
  periodInvoiced,
  PsaChanged,
  PsaRefused,
  type PsaAgreement,
  type PsaCharge,
  type PsaCompany,
  type PsaConnector,
  type PsaLine,
  type PsaProduct,
  stillToSet,
} from "../psa.ts";
import { connectWiseApi } from "./connectwise-api.ts";

/** What is read with each right, as ConnectWise names them. */
const rights = [
  { name: "Companies, Company Maintenance: inquire", path: "/company/companies" },
  { name: "Procurement, Product Catalog: inquire", path: "/procurement/catalog" },
  { name: "Finance, Agreements: inquire", path: "/finance/agreements" },
  { name: "Finance, Invoicing: inquire", path: "/finance/invoices" },
];

const named = z.looseObject({ id: z.number(), name: z.string().nullish() });
const company = z.looseObject({
  id: z.number(),
  name: z.string(),
  website: z.string().nullish(),
  taxIdentifier: z.string().nullish(),
  deletedFlag: z.boolean().nullish(),
});
const product = z.looseObject({
  id: z.number(),
  identifier: z.string(),
  description: z.string().nullish(),
  price: z.number().nullish(),
  recurringFlag: z.boolean().nullish(),
  inactiveFlag: z.boolean().nullish(),
});
const agreement = z.looseObject({
  id: z.number(),
  name: z.string(),
  type: named.nullish(),
  company: z.looseObject({ id: z.number() }),
  startDate: z.string().nullish(),
  endDate: z.string().nullish(),
  agreementStatus: z.string().nullish(),
  cancelledFlag: z.boolean().nullish(),
});
const addition = z.looseObject({
  id: z.number(),
  product: z.looseObject({ id: z.number(), identifier: z.string().nullish() }),
  description: z.string().nullish(),
  quantity: z.number(),
  lessIncluded: z.number().nullish(),
  unitPrice: z.number().nullish(),
  billCustomer: z.string(),
  effectiveDate: z.string().nullish(),
  cancelledDate: z.string().nullish(),
});
type Addition = z.output<typeof addition>;

/** What decides whether an agreement may be written, and from which day on. */
const openness = z.looseObject({
  id: z.number(),
  agreementStatus: z.string().nullish(),
  cancelledFlag: z.boolean().nullish(),
  nextInvoiceDate: z.string().nullish(),
});
const hasId = z.looseObject({ id: z.number() });

const pathOf = (agreementRef: string) => `/finance/agreements/${encodeURIComponent(agreementRef)}`;
const additionsOf = (agreementRef: string) => `${pathOf(agreementRef)}/additions`;
const startOfDay = (day: CalendarDate) => `${day}T00:00:00Z`;
const fieldsOf = (shape: z.ZodObject) => Object.keys(shape.shape).join(",");
const dayOf = (instant: string | null | undefined): CalendarDate | null => instant?.slice(0, 10) ?? null;
const hostOf = (website: string | null | undefined): string | null =>
  website
    ?.replace(/^\w+:\/\//, "")
    .replace(/^www\./, "")
    .replace(/\/.*$/, "")
    .toLowerCase() || null;

/** Begun and ended in one month, it is billed once. */
const isCharge = ({ effectiveDate, cancelledDate }: Addition): boolean =>
  cancelledDate != null && effectiveDate != null && cancelledDate.slice(0, 7) === effectiveDate.slice(0, 7);
/** What is billed of it; what is not billable is, at no price. */
const billedOf = (row: Addition) => ({
  ref: String(row.id),
  name: row.description ?? row.product.identifier ?? "",
  quantity: String(row.quantity - (row.lessIncluded ?? 0)),
  unit_price: String(row.billCustomer === "Billable" ? (row.unitPrice ?? 0) : 0),
});

/** A list, what each row of it is to us, and the flag of what is not to be there. */
type Kind<S extends z.ZodObject, T> = { path: string; shape: S; flag: string; turned: (row: z.output<S>) => T };
const kindOf = <S extends z.ZodObject, T>(kind: Kind<S, T>) => kind;

const kinds = {
  companies: kindOf({
    path: "/company/companies",
    shape: company,
    flag: "deletedFlag",
    turned: ({ id, name, website, taxIdentifier }): PsaCompany => ({
      ref: String(id),
      name,
      vat_number: taxIdentifier || null,
      domain: hostOf(website),
    }),
  }),
  products: kindOf({
    path: "/procurement/catalog",
    shape: product,
    flag: "inactiveFlag",
    turned: ({ id, identifier, description, price, recurringFlag }): PsaProduct => ({
      ref: String(id),
      name: description || identifier,
      sku: identifier,
      is_recurring: recurringFlag === true,
      unit_price: String(price ?? 0),
    }),
  }),
  agreements: kindOf({
    path: "/finance/agreements",
    shape: agreement,
    flag: "cancelledFlag",
    turned: (row): PsaAgreement => ({
      ref: String(row.id),
      name: row.name,
      company_ref: String(row.company.id),
      type: row.type?.name ?? "",
      is_active: row.agreementStatus === "Active" && row.cancelledFlag !== true,
      starts_on: dayOf(row.startDate),
      ends_on: dayOf(row.endDate),
    }),
  }),
};

export const connectWise =
  (settings: PsaCallSettings): PsaConnector =>
  (account, limits) => {
    const api = connectWiseApi(account, { ...settings, ...limits });

    async function* whole<S extends z.ZodObject, T>({ path, shape, flag, turned }: Kind<S, T>) {
      const query = { conditions: `${flag}=False`, fields: fieldsOf(shape) };
      for await (const rows of api.list(path, shape, query)) yield rows.map(turned);
    }
    async function* changed<S extends z.ZodObject, T>({ path, shape, flag, turned }: Kind<S, T>, since: Date) {
      const query = { conditions: `lastUpdated>[${since.toISOString().slice(0, 19)}Z]`, fields: fieldsOf(shape) };
      for await (const rows of api.list(path, shape, query))
        yield rows.map((row) => (row[flag] === true ? { ref: String(row["id"]), gone: true as const } : turned(row)));
    }
    /** Additions of every agreement, turned into what they are; none of an agreement that is deleted meanwhile. */
    async function* additions<T>(turned: (row: Addition, agreementRef: string) => T | undefined) {
      for await (const rows of whole(kinds.agreements))
        for (const { ref } of rows)
          for await (const found of api.listOf(additionsOf(ref), addition, {
            fields: fieldsOf(addition),
          }))
            yield found.flatMap((row) => turned(row, ref) ?? []);
    }

    /** The guard is ours: with proration on, ConnectWise takes what lies before its next invoice, and bills it as it likes. */
    async function mustBeOpen(agreementRef: string, day: CalendarDate): Promise<CalendarDate | null> {
      const found = await api.one(pathOf(agreementRef), openness);
      if (!found) throw new PsaChanged("The agreement is no longer in ConnectWise.");
      if (found.agreementStatus !== "Active" || found.cancelledFlag === true)
        throw new PsaRefused("The agreement is not active in ConnectWise. Activate it there, or match another one.");
      const nextInvoice = dayOf(found.nextInvoiceDate);
      if (nextInvoice !== null && day < nextInvoice) throw periodInvoiced("ConnectWise", nextInvoice);
      return nextInvoice;
    }

    return {
      async setLine(wanted) {
        const path = `${additionsOf(wanted.agreement_ref)}/${encodeURIComponent(wanted.line_ref)}`;
        const read = async () => {
          const row = await api.one(path, addition);
          if (!row || String(row.product.id) !== wanted.product_ref)
            throw new PsaChanged("The line is no longer in ConnectWise. Read the agreements anew.");
          return row;
        };
        const row = await read();
        const before = billedOf(row);
        const open = stillToSet("ConnectWise", wanted, before);
        if (!open.quantity && !open.price) return { before, after: before };
        if (open.price && row.billCustomer !== "Billable")
          throw new PsaRefused("The line is not billable in ConnectWise. Make it so there, or leave its price.");
        const ended = dayOf(row.cancelledDate);
        if (ended !== null && ended <= wanted.on_day)
          throw new PsaRefused(`The line ended in ConnectWise on ${formatDate(ended)}.`);
        const nextInvoice = await mustBeOpen(wanted.agreement_ref, wanted.on_day);
        // A line has one quantity and one price, which count from the next invoice on.
        if (nextInvoice !== null && wanted.on_day > nextInvoice && wanted.on_day > wanted.today)
          throw new PsaRefused(
            `ConnectWise bills a change from its next invoice on, ${formatDate(nextInvoice)}: write it for that day, or once that is past.`,
          );
        // What is included is not billed, and stands in the quantity.
        const quantity = Number(wanted.target) + (row.lessIncluded ?? 0);
        const changes = [
          ...(open.quantity ? [{ op: "replace", path: "quantity", value: quantity }] : []),
          ...(open.price ? [{ op: "replace", path: "unitPrice", value: Number(wanted.price!.target) }] : []),
        ];
        await api.write("PATCH", path, changes, hasId);
        // A wrong path is taken with a good answer, so only reading it back tells.
        const after = billedOf(await read());
        mustHaveTarget("ConnectWise", wanted, after);
        return { before, after };
      },
      async addCharge({ agreement_ref, also_in, product_ref, name, quantity, unit_price, on_day, mark }) {
        const path = additionsOf(agreement_ref);
        const query = { conditions: `serialNumber="${mark}"`, fields: "id" };
        for (const ref of new Set([agreement_ref, ...also_in]))
          for await (const [found] of api.listOf(additionsOf(ref), hasId, query))
            if (found) return { ref: String(found.id) };
        await mustBeOpen(agreement_ref, on_day);
        const { id } = await api.write(
          "POST",
          path,
          {
            product: { id: Number(product_ref) },
            description: name,
            quantity: Number(quantity),
            unitPrice: Number(unit_price),
            billCustomer: "Billable",
            // Begun and ended in one period, it is billed once.
            effectiveDate: startOfDay(on_day),
            cancelledDate: startOfDay(on_day),
            serialNumber: mark,
          },
          hasId,
        );
        return { ref: String(id) };
      },
      async probe() {
        const found = [];
        for (const { name, path } of rights) found.push({ name, missing: await api.mayRead(path) });
        return found;
      },
      companies: () => whole(kinds.companies),
      products: () => whole(kinds.products),
      agreements: () => whole(kinds.agreements),
      changes: {
        companies: (since) => changed(kinds.companies, since),
        products: (since) => changed(kinds.products, since),
        agreements: (since) => changed(kinds.agreements, since),
      },
      lines: () =>
        additions<PsaLine>((row, agreement_ref) =>
          isCharge(row)
            ? undefined
            : {
                ...billedOf(row),
                agreement_ref,
                product_ref: String(row.product.id),
                from_on: dayOf(row.effectiveDate),
                until_on: dayOf(row.cancelledDate),
              },
        ),
      charges: () =>
        additions<PsaCharge>((row, agreement_ref) =>
          isCharge(row) ? { ...billedOf(row), agreement_ref, on_day: dayOf(row.effectiveDate) } : undefined,
        ),
    };
  };
