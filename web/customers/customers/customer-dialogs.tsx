import { useQuery } from "@tanstack/react-query";
import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import type { Customer, CustomerItem } from "@tradewind/contract/customers/customers.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { editedCustomerQuery } from "./customers.queries.ts";
import { Skeleton } from "../../ui/placeholder.tsx";
import { useNavigate } from "@tanstack/react-router";
import { useId } from "react";
import { Dialog, TaskDialog } from "../../ui/dialog.tsx";
import { Alert } from "../../ui/alert.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { showRefusal, useBodyForm } from "../../platform/forms.ts";
import { useWrite } from "../../platform/queries.ts";
import { customerAddress } from "../../shared/customer-context.ts";
import { CustomerFields } from "./customer-fields.tsx";
import { SeveralDialog } from "./several-dialog.tsx";
import { ReactivateDialog, SuspendDialog } from "./suspend-dialogs.tsx";
import { useAddCustomer, useChangeCustomer } from "./use-customer-form.ts";

type Named = Pick<CustomerItem, "Id" | "Name">;
export type CustomerAction =
  | { kind: "add" }
  | { kind: "edit"; customer: Customer }
  | { kind: "rename" | "suspend" | "reactivate"; customer: Named }
  | { kind: "several"; what: "suspend" | "reactivate"; chosen: readonly CustomerItem[] };

/** Shows the dialogs for all actions on a customer; loaded when the first one opens. */
export function CustomerDialogs({ action, onClose }: { action: CustomerAction; onClose: () => void }) {
  switch (action.kind) {
    case "add":
      return <AddDialog onClose={onClose} />;
    case "edit":
      return <EditDialog customer={action.customer} onClose={onClose} />;
    case "rename":
      return <RenameDialog customer={action.customer} onClose={onClose} />;
    case "suspend":
      return <SuspendDialog customer={action.customer} onClose={onClose} />;
    case "reactivate":
      return <ReactivateDialog customer={action.customer} onClose={onClose} />;
    case "several":
      return <SeveralDialog what={action.what} chosen={action.chosen} onClose={onClose} />;
  }
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const { form, send, busy } = useAddCustomer((customerId) => {
    onClose();
    void navigate({ to: customerAddress(customerId) });
  });
  return (
    <TaskDialog
      title="Add customer"
      subtitle="An organisation you look after. To start with, you only need its name."
      size="large"
      onClose={onClose}
      action="Add customer"
      form={id}
      busy={busy}
    >
      <form id={id} noValidate onSubmit={(event) => void send(event)}>
        <CustomerFields form={form} />
      </form>
    </TaskDialog>
  );
}

/** Edits the marketplace's record as it is when the dialog opens. */
function EditDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { data, error, refetch } = useQuery(editedCustomerQuery(customer.Id));
  if (data) return <EditForm customer={data} onClose={onClose} />;
  return (
    <Dialog title="Edit customer" subtitle={customer.Name} size="large" onClose={onClose}>
      {error ? <QueryError tight error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-80" />}
    </Dialog>
  );
}

function EditForm({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const id = useId();
  const { form, send, busy } = useChangeCustomer(customer, onClose);
  return (
    <TaskDialog
      title="Edit customer"
      subtitle={customer.Name}
      size="large"
      onClose={onClose}
      action="Save details"
      form={id}
      busy={busy}
    >
      <form id={id} noValidate onSubmit={(event) => void send(event)}>
        <CustomerFields form={form} />
      </form>
    </TaskDialog>
  );
}

function RenameDialog({ customer, onClose }: { customer: Named; onClose: () => void }) {
  const id = useId();
  const form = useBodyForm(customerForms.rename.body, {
    labels: { NewName: "New name" },
    defaults: { NewName: customer.Name },
  });
  const write = useWrite(customerForms.rename, { refreshes: ["customers", "customer-list"], shown: true });
  const send = form.handleSubmit((body) =>
    write.mutateAsync({ params: { customerId: customer.Id }, body }).then(
      () => {
        toast(`Renamed to ${body.NewName}`);
        onClose();
      },
      (error: unknown) => showRefusal(form, error),
    ),
  );
  const { errors } = form.formState;
  return (
    <TaskDialog
      title="Rename customer"
      subtitle={customer.Name}
      size="small"
      onClose={onClose}
      action="Rename customer"
      form={id}
      busy={write.isPending}
    >
      <form id={id} noValidate onSubmit={(event) => void send(event)} className="grid gap-4">
        {errors.root && (
          <Alert type="error" live>
            {errors.root.message}
          </Alert>
        )}
        <TextField
          {...form.register("NewName")}
          label="New name"
          error={errors.NewName?.message}
          hint="Earlier invoices keep the old name."
          autoComplete="off"
          onFocus={(event) => event.target.select()}
        />
      </form>
    </TaskDialog>
  );
}
