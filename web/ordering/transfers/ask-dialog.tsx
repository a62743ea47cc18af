import { transfers } from "@tradewind/contract/ordering/transfers.ts";
import { useId } from "react";
import { useFormDraft } from "../../shared/draft.ts";
import { showRefusal, useBodyForm } from "../../platform/forms.ts";
import { useWrite } from "../../platform/queries.ts";
import { Alert } from "../../ui/alert.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import type { TransferVendor } from "./transfers.queries.ts";

type Props = {
  customerId: string;
  customerName: string;
  email: string;
  vendor: TransferVendor;
  onClose: () => void;
};

const labels = {
  PartnerName: "Name of the partner",
  PartnerTenantId: "Tenant ID of the partner",
  CustomerEmail: "Email address of the customer’s administrator",
};

/** Asks for what another partner provides, after saying what that stops meanwhile. */
export function AskDialog({ customerId, customerName, email, vendor, onClose }: Props) {
  const id = useId();
  const form = useBodyForm(transfers.ask.body, {
    labels,
    defaults: { VendorId: vendor.Id, PartnerName: "", PartnerTenantId: "", CustomerEmail: email },
  });
  useFormDraft("transfer", form);
  const { errors } = form.formState;
  const ask = useWrite(transfers.ask, {
    refreshes: ["transfers"],
    shown: true,
    onDone: () => (toast("The transfer is asked for"), onClose()),
  });
  const send = form.handleSubmit((body) =>
    ask.mutateAsync({ params: { customerId }, body }).catch((error: unknown) => showRefusal(form, error)),
  );
  return (
    <TaskDialog
      title={`Transfer ${vendor.Name} from another partner`}
      subtitle={customerName}
      action="Ask for the transfer"
      form={id}
      busy={ask.isPending}
      onClose={onClose}
    >
      <form id={id} noValidate className="grid gap-4" onSubmit={(event) => void send(event)}>
        {errors.root && (
          <Alert type="error" live>
            {errors.root.message}
          </Alert>
        )}
        <p className="text-muted">
          The partner that provides the subscriptions now accepts and chooses what comes. Until then, {vendor.Name}{" "}
          takes no other change of this customer’s services.
        </p>
        <TextField label={labels.PartnerName} error={errors.PartnerName?.message} {...form.register("PartnerName")} />
        <TextField
          label={labels.PartnerTenantId}
          hint={`As ${vendor.Name} shows it to that partner`}
          error={errors.PartnerTenantId?.message}
          {...form.register("PartnerTenantId")}
        />
        <TextField
          label={labels.CustomerEmail}
          hint={`${vendor.Name} tells this address about the transfer`}
          type="email"
          error={errors.CustomerEmail?.message}
          {...form.register("CustomerEmail")}
        />
      </form>
    </TaskDialog>
  );
}
