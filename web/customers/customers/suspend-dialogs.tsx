import { customers, type CustomerItem } from "@tradewind/contract/customers/customers.ts";
import type { ReactNode } from "react";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";

type Props = { customer: Pick<CustomerItem, "Id" | "Name">; onClose: () => void };
export const refreshes = ["customers", "customer-list", "services", "dashboard"];

export function SuspendDialog({ customer, onClose }: Props) {
  const write = useWrite(customers.suspend, {
    refreshes,
    onDone: () => {
      toast(`${customer.Name} was suspended`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Suspend ${customer.Name}?`}
      action="Suspend customer"
      danger
      busy={write.isPending}
      onClose={onClose}
      onConfirm={() => write.mutate({ params: { customerId: customer.Id } })}
    >
      <SuspensionConsequences />
    </ConfirmDialog>
  );
}

export function ReactivateDialog({ customer, onClose }: Props) {
  const write = useWrite(customers.reactivate, {
    refreshes,
    onDone: () => {
      toast(`${customer.Name} was reactivated`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Reactivate ${customer.Name}?`}
      action="Reactivate customer"
      busy={write.isPending}
      onClose={onClose}
      onConfirm={() => write.mutate({ params: { customerId: customer.Id } })}
    >
      <ReactivationConsequences />
    </ConfirmDialog>
  );
}

export const SuspensionConsequences = ({ several }: { several?: boolean }) => (
  <ul className="grid gap-3">
    <Consequence icon="pause">
      <strong>All services are suspended at their vendors.</strong> The {several ? "customers’" : "customer’s"} people
      cannot use them until you reactivate the {several ? "customers" : "customer"}.
    </Consequence>
    <Consequence icon="users">
      <strong>{several ? "Their" : "Its"} users cannot sign in</strong> to this portal.
    </Consequence>
    <Consequence icon="pound">
      <strong>Billing continues</strong> as contracted. To stop being charged, cancel the services instead.
    </Consequence>
  </ul>
);

export const ReactivationConsequences = ({ several }: { several?: boolean }) => (
  <ul className="grid gap-3">
    <Consequence icon="refresh">
      <strong>{several ? "Their" : "Its"} services are resumed at their vendors.</strong> This can take a few minutes.
    </Consequence>
    <Consequence icon="users">
      <strong>{several ? "Their" : "Its"} users can sign in again.</strong>
    </Consequence>
    <Consequence icon="pound">Prices and terms stay as they were.</Consequence>
  </ul>
);

function Consequence({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3 [&_strong]:font-medium [&_strong]:text-ink">
      <Icon name={icon} className="mt-[3px]" />
      <span>{children}</span>
    </li>
  );
}
