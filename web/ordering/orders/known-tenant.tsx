import type { Journey } from "@tradewind/contract/ordering/orders.ts";
import { Icon } from "../../ui/icon.tsx";

/** Says into which tenant of the customer the order goes. */
export const KnownTenant = ({ VendorName, Ref, Name }: NonNullable<Journey["Tenant"]>) => (
  <p className="flex items-start gap-2">
    <Icon name="checkCircle" className="mt-0.5 text-success" />
    <span className="grid min-w-0">
      <span className="wrap-anywhere">{Name ?? `${VendorName} tenant ${Ref}`}</span>
      <span className="text-sm text-muted">The customer has it already, and the order goes into it.</span>
    </span>
  </p>
);
