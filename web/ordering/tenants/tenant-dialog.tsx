import { tenants } from "@tradewind/contract/ordering/tenants.ts";
import { useId, useState } from "react";
import type { ApiError } from "../../platform/api-error.ts";
import { useWrite } from "../../platform/queries.ts";
import { ProofDialog } from "../../shared/proof-dialog.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { Alert } from "../../ui/status.tsx";
import { TextArea, TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import type { BroughtTenant } from "./tenants.queries.ts";

const refreshes = ["tenants"];

/** Connects a tenant by hand or releases it, for a reason that the log keeps, after a proof of who it is. */
export function TenantDialog({ item, onClose }: { item: BroughtTenant; onClose: () => void }) {
  const form = useId();
  const connected = item.State === "connected";
  const [TenantRef, setTenantRef] = useState("");
  const [Reason, setReason] = useState("");
  const [unproven, setUnproven] = useState(false);
  const done = (words: string) => {
    toast(words);
    onClose();
  };
  const connect = useWrite(tenants.connect, { refreshes, shown: true, onDone: () => done("The tenant is connected") });
  const release = useWrite(tenants.release, { refreshes, shown: true, onDone: () => done("The tenant is released") });
  const params = { tenantRequestId: item.Id };
  const send = () =>
    connected
      ? release.mutateAsync({ params, body: { Reason } })
      : connect.mutateAsync({ params, body: { TenantRef, Reason } });
  const error = connected ? release.error : connect.error;
  const title = connected ? "Release this tenant?" : "Connect a tenant by hand";
  const action = connected ? "Release tenant" : "Connect tenant";
  if (unproven)
    return (
      <ProofDialog refused title={title} action={action} danger={connected} onClose={onClose} onProven={send}>
        Confirm that it is you: this decides whose tenant it is.
      </ProofDialog>
    );
  return (
    <TaskDialog
      title={title}
      subtitle={`${item.CustomerName} · ${item.ResellerName}`}
      onClose={onClose}
      size="small"
      action={action}
      danger={connected}
      form={form}
      busy={connect.isPending || release.isPending}
    >
      <form
        id={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send().catch(({ code }: ApiError) => code === "confirmFirst" && setUnproven(true));
        }}
      >
        {error && error.code !== "confirmFirst" && Object.keys(error.fields).length === 0 && (
          <Alert type="error" live>
            {error.message}
          </Alert>
        )}
        <p className="text-muted">
          {connected
            ? `${item.CustomerName} loses the tenant ${item.TenantName}. Another customer can then bring it in.`
            : "Only if you have seen a proof that the tenant is this customer’s. The log keeps who connected it, and why."}
        </p>
        {!connected && (
          <TextField
            label="Tenant ID"
            hint={`As ${item.VendorName} shows it`}
            maxLength={100}
            value={TenantRef}
            error={error?.fields["TenantRef"]}
            onChange={(event) => setTenantRef(event.target.value)}
          />
        )}
        <TextArea
          label="Reason"
          maxLength={500}
          value={Reason}
          error={error?.fields["Reason"]}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </TaskDialog>
  );
}
