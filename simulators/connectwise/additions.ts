/** How ConnectWise takes what is written about additions: strictly, except for paths that it does not know. */
import type { Row } from "./conditions.ts";

export type Fault = { code: string; message: string; resource: string; field: string };
const fault = (field: string, message: string): Fault => ({
  code: "InvalidField",
  message,
  resource: "agreementAddition",
  field,
});

type Operation = { op?: unknown; path?: unknown; value?: unknown };
const numbers = ["quantity", "lessIncluded", "unitPrice", "unitCost"];
const dates = ["effectiveDate", "cancelledDate"];
const operations = ["add", "replace", "remove"];
const isInstant = (value: unknown): value is string => typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);

function faultsIn(values: Record<string, unknown>): Fault[] {
  return Object.entries(values).flatMap(([field, value]) => {
    if (numbers.includes(field) && !(typeof value === "number" && Number.isFinite(value)))
      return [fault(field, `The ${field} must be a number`)];
    if (dates.includes(field) && value !== null && !isInstant(value))
      return [fault(field, `The ${field} must be a date with its time`)];
    return [];
  });
}

/** The addition after a patch, or what is wrong with it. A path that is not there is taken, and changes nothing. */
export function patched(addition: Row, body: unknown): Row | Fault[] {
  if (!Array.isArray(body)) return [fault("", "The body must be a list of operations")];
  const changed: Row = { ...addition };
  for (const { op, path, value } of body as Operation[]) {
    if (!operations.includes(String(op))) return [fault("op", `There is no operation ${String(op)}`)];
    if (typeof path !== "string" || !(path in addition)) continue;
    const faults = faultsIn({ [path]: op === "remove" ? null : value });
    if (faults.length > 0) return faults;
    changed[path] = op === "remove" ? null : value;
  }
  return changed;
}

/** The new addition of an agreement, or what is wrong with it. */
export function addedTo(agreement: Row, catalog: readonly Row[], body: Row): Row | Fault[] {
  const product = catalog.find(({ id }) => id === body["product"]?.id);
  if (!product || product["inactiveFlag"]) return [fault("product", "Product not found")];
  const faults = faultsIn(body);
  if (faults.length > 0) return faults;
  const { effectiveDate } = body;
  if (!isInstant(effectiveDate)) return [fault("effectiveDate", "The effectiveDate is required")];
  if (agreement["startDate"] && effectiveDate < agreement["startDate"])
    return [fault("effectiveDate", "effectiveDate cannot be less than the agreement billing start date")];
  if (!agreement["prorateFlag"] && effectiveDate < agreement["nextInvoiceDate"])
    return [
      fault(
        "effectiveDate",
        "Since this period has already been invoiced there will not be an invoice generated for additional products for this period. Please prorate the agreement or update the start date to on or after the Next Invoice Date.",
      ),
    ];
  return {
    lessIncluded: 0,
    unitPrice: product["price"],
    unitCost: product["cost"],
    billCustomer: "Billable",
    cancelledDate: null,
    description: product["description"],
    ...body,
    agreementId: agreement.id,
    product: { id: product.id, identifier: product["identifier"] },
  };
}
