import type { CustomerItem } from "@tradewind/contract/customers/customers.ts";
import { StatusDot } from "../../ui/status.tsx";

/** Green for an active customer, amber for a suspended one (CUST-16). */
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
