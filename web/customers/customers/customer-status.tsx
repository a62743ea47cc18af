import type { CustomerItem } from "@tradewind/contract/customers/customers.ts";
import { StatusDot } from "../../ui/status.tsx";

/** Shows an active customer in green, a suspended one in amber (CUST-16). */
export function CustomerStatus({ status, since }: { status: CustomerItem["Status"]; since?: string }) {
  return status === "Active" ? (
    <StatusDot tone="success">Active</StatusDot>
  ) : (
    <StatusDot
      tone="warning"
      detail={since ? `Since ${since}. Reactivate the customer to change its services.` : undefined}
    >
      Suspended
    </StatusDot>
  );
}
