import type { MarketplaceService } from "@tradewind/contract/catalogue/products.ts";
import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import { isCustomerDisabled } from "@tradewind/domain/catalogue/products.ts";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Combobox, type Option } from "../../ui/combobox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Alert } from "../../ui/alert.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";
import { useMayAddCustomers } from "../../platform/session.ts";
import { ServiceState } from "../../shared/service-status.tsx";
import { customersForProduct } from "./products.queries.ts";

type Found = Awaited<ReturnType<typeof customersForProduct>>;
type Listed = Found["Customers"][number];

const toOption = (customer: Listed, limit: Found["OrderLimit"]): Option => ({
  id: customer.Id,
  label: customer.Name,
  disabled: customer.Suspended || isCustomerDisabled(customer.Status, limit),
  hint: customer.Suspended ? (
    <StatusDot tone="disabled">Suspended</StatusDot>
  ) : customer.Status === "Active" ? (
    <StatusDot tone="success">Already added</StatusDot>
  ) : customer.Status ? (
    <ServiceState status={customer.Status} />
  ) : undefined,
});

const same = (a: string, b: string) => a.trim().toLocaleLowerCase("en-GB") === b.trim().toLocaleLowerCase("en-GB");

type ListCustomerProps = {
  service: MarketplaceService;
  busy: boolean;
  onContinue: (customer: { id: string; name: string }) => void;
  onClose: () => void;
};

/** The list-customer popup: for whom the product is added. */
export function ListCustomerDialog({ service, busy, onContinue, onClose }: ListCustomerProps) {
  const mayAdd = useMayAddCustomers() && !service.ManagedElsewhere;
  const [chosen, setChosen] = useState<Option | null>(null);
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<Found & { text: string }>();
  const name = typed.trim();
  const add = useWrite(customerForms.add, {
    refreshes: ["customers", "customer-list", "dashboard"],
    shown: true,
    onDone: ({ customerId }) => {
      toast(`${name} was added`);
      setChosen({ id: customerId, label: name });
      setTyped("");
    },
  });

  const search = async (text: string, signal: AbortSignal) => {
    const answer = await customersForProduct(service.ProductId, text, signal);
    setFound({ ...answer, text });
    return answer.Customers.map((customer) => toOption(customer, answer.OrderLimit));
  };
  const isNew = name !== "" && found?.text === name && !found.Customers.some((customer) => same(customer.Name, name));
  const refusedHere = found?.AllowedToAdd === false;
  const working = busy || add.isPending;

  return (
    <Dialog
      title={`Add product: ${service.Name}`}
      size="medium"
      onClose={onClose}
      locked={working}
      footer={
        <>
          <Button onClick={onClose} disabled={working}>
            Cancel
          </Button>
          {mayAdd && isNew && chosen === null && (
            <Button
              icon="add"
              onClick={() => add.mutate({ body: { name, organisationTypes: ["Commercial"] } })}
              busy={add.isPending}
              disabled={refusedHere}
            >
              Add new customer
            </Button>
          )}
          <Button
            variant="primary"
            busy={busy}
            disabled={chosen === null || refusedHere || add.isPending}
            onClick={() => chosen && onContinue({ id: chosen.id, name: chosen.label })}
          >
            Continue to add product
          </Button>
        </>
      }
    >
      <div className="grid min-h-40 content-start gap-4">
        {refusedHere && (
          <Alert type="warning" live>
            product already added
          </Alert>
        )}
        <Combobox
          label={mayAdd ? "Select or add a customer" : "Select a customer"}
          placeholder="Type a name"
          value={chosen}
          onValue={(option) => {
            setChosen(option);
            add.reset();
          }}
          onText={
            mayAdd
              ? (text) => {
                  setTyped(text);
                  add.reset();
                }
              : undefined
          }
          search={search}
          error={add.error?.fields["name"] ?? add.error?.message}
          autoFocus
        />
      </div>
    </Dialog>
  );
}
