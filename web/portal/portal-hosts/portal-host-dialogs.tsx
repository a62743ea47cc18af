import { portalHosts } from "@tradewind/contract/portal/portal-hosts.ts";
import { plainHost } from "@tradewind/domain/portal/portal-hosts.ts";
import { searchResellers } from "../flags/flags.queries.ts";
import { useWrite } from "../../platform/queries.ts";
import { GiveNameDialog } from "../../shared/give-name-dialog.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import type { PortalHost } from "./portal-hosts.queries.ts";

const refreshes = ["portal-hosts"];

/** Shows the normalised host if it differs from what was typed. */
function hintOf(typed: string): string {
  const kept = plainHost(typed);
  return kept && kept !== typed.trim().toLowerCase()
    ? `Kept as ${kept}`
    : "For example portal.acme.co.uk; other alphabets work too";
}

export function AddHostDialog({ onClose }: { onClose: () => void }) {
  const add = useWrite(portalHosts.add, {
    refreshes,
    shown: true,
    onDone: ({ Host }) => {
      toast(`${Host} now looks like the reseller's portal`);
      onClose();
    },
  });
  return (
    <GiveNameDialog
      title="Add host"
      subtitle="Its DNS name must point to this portal, and its certificate must be installed, before people open it."
      owner={{ label: "Reseller", search: searchResellers }}
      name={{ label: "Host", field: "Host", hint: hintOf }}
      write={add}
      onGive={(Host, ResellerId) => add.mutate({ body: { Host, ResellerId } })}
      onClose={onClose}
    />
  );
}

export function RemoveHostDialog({ host, onClose }: { host: PortalHost; onClose: () => void }) {
  const remove = useWrite(portalHosts.remove, {
    refreshes,
    onDone: () => {
      toast(`${host.Host} was removed from ${host.ResellerName}`);
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
      Anybody who opens it then sees the marketplace’s look, as long as its name points here. Passkeys that people at{" "}
      {host.ResellerName} created there stay with that address.
    </ConfirmDialog>
  );
}
