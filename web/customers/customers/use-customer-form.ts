import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import type { Customer } from "@tradewind/contract/customers/customers.ts";
import { toast } from "../../ui/toast.tsx";
import { useFormDraft } from "../../shared/draft.ts";
import { showRefusal, useBodyForm } from "../../platform/forms.ts";
import { useWrite } from "../../platform/queries.ts";
import { useSession } from "../../platform/session.ts";
import { customerDefaults, customerLabels } from "./customer-fields.tsx";

const refreshes = ["customers", "customer-list", "dashboard"];

/** Returns the form that adds a customer, with its submit handler. */
export function useAddCustomer(onAdded: (customerId: string) => void) {
  const country = useSession().Reseller?.Country;
  const form = useBodyForm(customerForms.add.body, {
    labels: customerLabels,
    defaults: customerDefaults(undefined, country),
  });
  useFormDraft("customer:new", form);
  const write = useWrite(customerForms.add, { refreshes, shown: true });
  const send = form.handleSubmit((body) =>
    write.mutateAsync({ body }).then(
      ({ customerId }) => {
        toast(`${body.name} was added`);
        onAdded(customerId);
      },
      (error: unknown) => showRefusal(form, error),
    ),
  );
  return { form, send, busy: write.isPending };
}

/** Returns the same form for an existing customer. */
export function useChangeCustomer(customer: Customer, onChanged: () => void) {
  const form = useBodyForm(customerForms.update.body, {
    labels: customerLabels,
    defaults: customerDefaults(customer),
  });
  useFormDraft(`customer:${customer.Id}`, form);
  const write = useWrite(customerForms.update, { refreshes, shown: true });
  const send = form.handleSubmit((body) =>
    write.mutateAsync({ params: { customerId: customer.Id }, body }).then(
      () => {
        toast("The details were saved");
        onChanged();
      },
      (error: unknown) => showRefusal(form, error),
    ),
  );
  return { form, send, busy: write.isPending };
}
