import { tenants } from "@tradewind/contract/ordering/tenants.ts";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { ReasonDialog } from "../../shared/reason-dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import type { BroughtTenant } from "./tenants.queries.ts";

type Props = { item: BroughtTenant; onClose: () => void };

/** Connects a tenant by hand or releases it, for a reason that the log keeps, after a proof of who it is. */
export const TenantDialog = ({ item, onClose }: Props) =>
  item.State === "connected" ? (
    <ReleaseDialog item={item} onClose={onClose} />
  ) : (
    <ConnectDialog item={item} onClose={onClose} />
  );

const common = { proofFor: "this decides whose tenant it is.", longest: 500 };
const written = (words: string, onClose: () => void) => ({
  refreshes: ["tenants"],
  shown: true,
  onDone: () => {
    toast(words);
    onClose();
  },
});

function ReleaseDialog({ item, onClose }: Props) {
  const release = useWrite(tenants.release, written("The tenant is released", onClose));
  return (
    <ReasonDialog
      {...common}
      draft={`release:${item.Id}`}
      title="Release this tenant?"
      subtitle={`${item.CustomerName} · ${item.ResellerName}`}
      action="Release tenant"
      danger
      about={`${item.CustomerName} loses the tenant ${item.TenantName}. Another customer can then bring it in.`}
      write={release}
      send={(Reason) => release.mutateAsync({ params: { tenantRequestId: item.Id }, body: { Reason } })}
      onClose={onClose}
    />
  );
}

function ConnectDialog({ item, onClose }: Props) {
  const [TenantRef, setTenantRef] = useState("");
  const connect = useWrite(tenants.connect, written("The tenant is connected", onClose));
  return (
    <ReasonDialog
      {...common}
      draft={`connect:${item.Id}`}
      title="Connect a tenant by hand"
      subtitle={`${item.CustomerName} · ${item.ResellerName}`}
      action="Connect tenant"
      about="Only if you have seen a proof that the tenant is this customer’s. The log keeps who connected it, and why."
      write={connect}
      send={(Reason) => connect.mutateAsync({ params: { tenantRequestId: item.Id }, body: { TenantRef, Reason } })}
      onClose={onClose}
    >
      <TextField
        label="Tenant ID"
        hint={`As ${item.VendorName} shows it`}
        maxLength={100}
        value={TenantRef}
        error={connect.error?.fields["TenantRef"]}
        onChange={({ target }) => setTenantRef(target.value)}
      />
    </ReasonDialog>
  );
}
