import { myBusiness } from "@tradewind/contract/billing/my-business.ts";
import { businessContacts } from "@tradewind/domain/billing/my-business.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useFormDraft } from "../../shared/draft.ts";
import { showRefusal, useBodyForm } from "../../platform/forms.ts";
import { useWrite } from "../../platform/queries.ts";
import { TaskDialog } from "../../ui/dialog.tsx";
import { Alert } from "../../ui/alert.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { businessQuery, type Business } from "./my-business.queries.ts";

type Props = { business: Business; onClose: () => void };

export const MyBusinessDialogs = ({ open, ...props }: Props & { open: "contacts" | "request" }) =>
  open === "contacts" ? <ContactsDialog {...props} /> : <RequestDialog {...props} />;

type ContactField = keyof typeof businessContacts;
const contactNames = Object.keys(businessContacts) as ContactField[];
const contactLabels = Object.fromEntries(contactNames.map((name) => [name, businessContacts[name].label]));
const optional: readonly ContactField[] = ["Address2", "County", "Telephone", "ContactName", "ContactEmail"];

/** Addresses and contacts, which hold as soon as they are saved. */
function ContactsDialog({ business, onClose }: Props) {
  const queries = useQueryClient();
  const form = useBodyForm(myBusiness.change.body, {
    labels: contactLabels,
    defaults: { Version: business.Version, ...Object.fromEntries(contactNames.map((key) => [key, business[key]])) },
  });
  useFormDraft("my-business", form);
  const { errors } = form.formState;
  const write = useWrite(myBusiness.change, {
    shown: true,
    onDone: (saved) => {
      queries.setQueryData(businessQuery.queryKey, saved);
      toast("Your company’s details were saved");
      onClose();
    },
  });
  const send = form.handleSubmit((body) =>
    write.mutateAsync({ body }).then(undefined, (error: unknown) => showRefusal(form, error)),
  );
  return (
    <FormDialog
      title="Edit address and contacts"
      action="Save changes"
      busy={write.isPending}
      fault={errors.root?.message}
      onSend={() => void send()}
      onClose={onClose}
    >
      <div className="grid gap-4 md:grid-cols-2">
        {contactNames.map((key) => (
          <TextField
            key={key}
            {...form.register(key)}
            label={businessContacts[key].label}
            error={errors[key]?.message}
            optional={optional.includes(key)}
            className={key === "Address1" || key === "Address2" ? "md:col-span-2" : undefined}
          />
        ))}
      </div>
    </FormDialog>
  );
}

const requestLabels = {
  Name: "Company name",
  VatNumber: "VAT number",
  CompanyNumber: "Registration number",
} as const;

/** What invoices are made out to is checked by us before it is changed. */
function RequestDialog({ business, onClose }: Props) {
  const queries = useQueryClient();
  const form = useBodyForm(myBusiness.ask.body, {
    labels: requestLabels,
    defaults: { Name: business.Name, VatNumber: business.VatNumber, CompanyNumber: business.CompanyNumber },
  });
  useFormDraft("my-business:ask", form);
  const { errors } = form.formState;
  const write = useWrite(myBusiness.ask, {
    shown: true,
    onDone: (saved) => {
      queries.setQueryData(businessQuery.queryKey, saved);
      toast("We will review it and let you know");
      onClose();
    },
  });
  const send = form.handleSubmit((body) =>
    write.mutateAsync({ body }).then(undefined, (error: unknown) => showRefusal(form, error)),
  );
  return (
    <FormDialog
      title="Request a change"
      action="Send request"
      busy={write.isPending}
      fault={errors.root?.message}
      onSend={() => void send()}
      onClose={onClose}
    >
      <p className="text-muted">
        These details appear on your invoices, so we check a change before it takes effect. We let you know as soon as
        it is decided.
      </p>
      <TextField {...form.register("Name")} label={requestLabels.Name} error={errors.Name?.message} />
      <TextField
        {...form.register("VatNumber")}
        label={requestLabels.VatNumber}
        error={errors.VatNumber?.message}
        optional
      />
      <TextField
        {...form.register("CompanyNumber")}
        label={requestLabels.CompanyNumber}
        error={errors.CompanyNumber?.message}
        optional
      />
    </FormDialog>
  );
}

type FormDialogProps = {
  title: string;
  action: string;
  busy: boolean;
  fault: string | undefined;
  onSend: () => void;
  onClose: () => void;
  children: React.ReactNode;
};

function FormDialog({ title, action, busy, fault, onSend, onClose, children }: FormDialogProps) {
  return (
    <TaskDialog title={title} onClose={onClose} action={action} form="my-business" busy={busy}>
      <form
        id="my-business"
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          onSend();
        }}
      >
        {fault && (
          <Alert type="error" live>
            {fault}
          </Alert>
        )}
        {children}
      </form>
    </TaskDialog>
  );
}
