import type { Customer } from "@tradewind/contract/customers/customers.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { CustomerStatus } from "../../customers/customers/customer-status.tsx";
import { StatusDot } from "../../ui/status.tsx";

const linkClass = "text-accent-text hover:underline wrap-anywhere";

/** How a customer stands, and whom to call there. */
export function CustomerHead({ customer, troubles }: { customer: Customer; troubles: number }) {
  const { Status, SuspendedAt, ContactName, Telephone, ContactEmail } = customer;
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <CustomerStatus status={Status} since={SuspendedAt ? formatDate(SuspendedAt) : undefined} />
      {troubles > 0 && (
        <StatusDot tone="fail" detail="They failed, or differ from what their vendor has.">
          {troubles === 1 ? "1 service in trouble" : `${troubles.toLocaleString("en-GB")} services in trouble`}
        </StatusDot>
      )}
      {ContactName && <span className="wrap-anywhere">{ContactName}</span>}
      {Telephone && (
        <a className={linkClass} href={`tel:${Telephone.replaceAll(/[^+\d]/g, "")}`}>
          {Telephone}
        </a>
      )}
      {ContactEmail && (
        <a className={linkClass} href={`mailto:${ContactEmail}`}>
          {ContactEmail}
        </a>
      )}
    </span>
  );
}
