/** Reads a reseller's ConnectWise PSA: companies, the catalogue, agreements and their additions. */
import { z } from "zod";
import type { CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { PsaCallSettings } from "../psa-calls.ts";
import type { PsaCharge, PsaConnector, PsaLine } from "../psa.ts";
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
});
const product = z.looseObject({
  id: z.number(),
  identifier: z.string(),
  description: z.string().nullish(),
  price: z.number().nullish(),
  recurringFlag: z.boolean().nullish(),
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

export const connectWise =
  (settings: PsaCallSettings): PsaConnector =>
  (account, limits) => {
    const api = connectWiseApi(account, { ...settings, ...limits });

    async function* agreements() {
      const query = { conditions: "cancelledFlag=False", fields: fieldsOf(agreement) };
      for await (const rows of api.list("/finance/agreements", agreement, query)) yield rows;
    }
    /** Additions of every agreement, turned into what they are; none of an agreement that is deleted meanwhile. */
    async function* additions<T>(turned: (row: Addition, agreementRef: string) => T | undefined) {
      for await (const rows of agreements())
        for (const { id } of rows)
          for await (const found of api.listOf(`/finance/agreements/${id}/additions`, addition, {
            fields: fieldsOf(addition),
          }))
            yield found.flatMap((row) => turned(row, String(id)) ?? []);
    }

    return {
      async probe() {
        const found = [];
        for (const { name, path } of rights) found.push({ name, missing: await api.mayRead(path) });
        return found;
      },
      async *companies() {
        const query = { conditions: "deletedFlag=False", fields: fieldsOf(company) };
        for await (const rows of api.list("/company/companies", company, query))
          yield rows.map(({ id, name, website, taxIdentifier }) => ({
            ref: String(id),
            name,
            vat_number: taxIdentifier || null,
            domain: hostOf(website),
          }));
      },
      async *products() {
        const query = { conditions: "inactiveFlag=False", fields: fieldsOf(product) };
        for await (const rows of api.list("/procurement/catalog", product, query))
          yield rows.map(({ id, identifier, description, price, recurringFlag }) => ({
            ref: String(id),
            name: description || identifier,
            sku: identifier,
            is_recurring: recurringFlag === true,
            unit_price: String(price ?? 0),
          }));
      },
      async *agreements() {
        for await (const rows of agreements())
          yield rows.map((row) => ({
            ref: String(row.id),
            name: row.name,
            company_ref: String(row.company.id),
            type: row.type?.name ?? "",
            is_active: row.agreementStatus === "Active" && row.cancelledFlag !== true,
            starts_on: dayOf(row.startDate),
            ends_on: dayOf(row.endDate),
          }));
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
