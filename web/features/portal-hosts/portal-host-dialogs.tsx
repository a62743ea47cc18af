import { portalHosts } from "@tradewind/contract/portal-hosts.ts";
import { plainHost } from "@tradewind/domain/portal-hosts.ts";
import { useId, useState, type FormEvent } from "react";
import { searchResellers } from "../flags/flags.queries.ts";
import { useWrite } from "../../platform/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Combobox, type Option } from "../../ui/combobox.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog.tsx";
import { Alert } from "../../ui/status.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import type { PortalHost } from "./portal-hosts.queries.ts";

const refreshes = ["portal-hosts"];

export function AddHostDialog({ onClose }: { onClose: () => void }) {
  const form = useId();
  const [reseller, setReseller] = useState<Option | null>(null);
  const [host, setHost] = useState("");
  const [missing, setMissing] = useState(false);
  const add = useWrite(portalHosts.add, {
    refreshes,
    shown: true,
    onDone: ({ Host }) => {
      toast(`${Host} now looks like the reseller's portal`);
      onClose();
    },
  });
  const fault = add.error?.fields["Host"];
  const kept = plainHost(host);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(reseller === null);
    if (reseller) add.mutate({ body: { Host: host, ResellerId: reseller.id } });
  };
  return (
    <Dialog
      title="Add host"
      subtitle="Its name must lead to this portal, and its certificate must be there, before people open it."
      size="small"
      onClose={onClose}
      locked={add.isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={add.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" busy={add.isPending}>
            Add host
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="grid gap-5" onSubmit={submit}>
        {add.error && !fault && (
          <Alert type="error" live>
            {add.error.message}
          </Alert>
        )}
        <Combobox
          label="Reseller"
          value={reseller}
          onValue={setReseller}
          search={searchResellers}
          placeholder="Select a reseller"
          error={missing && !reseller ? "Reseller is required" : undefined}
        />
        <TextField
          label="Host"
          hint={
            kept && kept !== host.trim().toLowerCase()
              ? `Kept as ${kept}`
              : "For example portal.acme.co.uk; other alphabets are taken too"
          }
          value={host}
          maxLength={300}
          autoComplete="off"
          spellCheck={false}
          error={fault}
          onChange={({ target }) => setHost(target.value)}
        />
      </form>
    </Dialog>
  );
}

export function RemoveHostDialog({ host, onClose }: { host: PortalHost; onClose: () => void }) {
  const remove = useWrite(portalHosts.remove, {
    refreshes,
    onDone: () => {
      toast(`${host.Host} was taken from ${host.ResellerName}`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Remove ${host.Host}?`}
      action="Remove host"
      danger
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { portalHost: host.Host } })}
    >
      Who opens it sees the marketplace’s look from then on, as long as its name leads here. Passkeys that people of{" "}
      {host.ResellerName} made there stay with that address.
    </ConfirmDialog>
  );
}
