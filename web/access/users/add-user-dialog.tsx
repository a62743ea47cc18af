import { customerUsers } from "@tradewind/contract/access/customer-users.ts";
import { useId } from "react";
import { useFormDraft } from "../../shared/draft.ts";
import { showRefusal, useBodyForm } from "../../platform/forms.ts";
import { useWrite } from "../../platform/queries.ts";
import { Alert } from "../../ui/alert.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";

const labels = {
  FirstName: "First name",
  LastName: "Last name",
  Email: "Email address",
  Telephone: "Telephone",
  JobTitle: "Job title",
};
const defaults = { FirstName: "", LastName: "", Email: "", Telephone: "", JobTitle: "", IsAdmin: false };

/** Adds a user to a customer, who does not sign in before they are invited. */
export function AddUserDialog({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const id = useId();
  const form = useBodyForm(customerUsers.add.body, { labels, defaults });
  useFormDraft(`user:${customerId}`, form);
  const write = useWrite(customerUsers.add, { refreshes: ["users", "customers"], shown: true });
  const { errors } = form.formState;
  const add = form.handleSubmit((body) =>
    write.mutateAsync({ params: { customerId }, body }).then(
      () => {
        toast(`${`${body.FirstName} ${body.LastName}`.trim()} was added`);
        onClose();
      },
      (error: unknown) => showRefusal(form, error),
    ),
  );
  const field = (name: keyof typeof labels) => ({
    ...form.register(name),
    label: labels[name],
    error: errors[name]?.message,
    autoComplete: "off",
  });
  return (
    <TaskDialog
      title="Add a user"
      subtitle="They do not sign in until you invite them. Services can be theirs at once."
      action="Add user"
      form={id}
      busy={write.isPending}
      onClose={onClose}
    >
      <form id={id} noValidate className="grid gap-4 pt-2 md:grid-cols-2" onSubmit={(event) => void add(event)}>
        {errors.root && (
          <div className="md:col-span-2">
            <Alert type="error" live>
              {errors.root.message}
            </Alert>
          </div>
        )}
        <TextField {...field("FirstName")} autoFocus />
        <TextField {...field("LastName")} optional />
        <TextField {...field("Email")} type="email" className="md:col-span-2" />
        <TextField {...field("Telephone")} type="tel" optional />
        <TextField {...field("JobTitle")} optional />
        <div className="md:col-span-2">
          <Checkbox
            {...form.register("IsAdmin")}
            label="Customer admin"
            hint="Looks after their own organisation and its users, once they sign in."
          />
        </div>
      </form>
    </TaskDialog>
  );
}
