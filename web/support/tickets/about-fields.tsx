import { sideOf } from "@tradewind/domain/support/tickets.ts";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../platform/session.ts";
import { Checkbox, Select } from "../../ui/choice.tsx";
import { CustomerField } from "./customer-field.tsx";
import { subjectQuery } from "./tickets.queries.ts";
import type { TicketDraft } from "./ticket-draft.ts";

type Props = {
  draft: TicketDraft;
  onChange: (part: Partial<TicketDraft>) => void;
  fields: Readonly<Record<string, string | undefined>>;
  /** A request about an order needs a customer. */
  customerNeeded?: boolean;
};

/** Chooses the customer and service of a ticket. Customers' people write about their own organisation. */
export function AboutFields({ draft, onChange, fields, customerNeeded }: Props) {
  const { User } = useSession();
  const staff = sideOf(User.Kind) === "reseller";
  const customerId = staff ? draft.customerId : (User.cloudMarketId ?? User.endUserAdminId ?? "");
  const about = useQuery(subjectQuery(customerId));
  const services = about.data?.Items ?? [];
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        {staff && (
          <CustomerField
            label="Customer"
            optional={!customerNeeded}
            placeholder="Search by name"
            hint={customerNeeded ? undefined : "Leave empty if it is about your own company."}
            customerId={customerId}
            error={fields["CustomerId"]}
            onCustomer={(chosen) => onChange({ customerId: chosen, serviceId: "" })}
          />
        )}
        <Select
          label="Service"
          optional
          disabled={customerId === "" || about.isPending}
          value={services.some((service) => service.Id === draft.serviceId) ? draft.serviceId : ""}
          error={fields["ServiceId"]}
          hint={customerId === "" ? "Choose the customer first." : undefined}
          placeholder={services.length === 0 && about.data ? "No services" : "None in particular"}
          choices={services.map((service) => ({
            value: service.Id,
            label: [service.Name, service.UserName, service.Failed && "failed"].filter(Boolean).join(", "),
          }))}
          onChange={({ target }) => onChange({ serviceId: target.value })}
        />
      </div>
      {staff && customerId !== "" && (
        <Checkbox
          label={`${about.data?.CustomerName ?? "The customer"} may see this ticket`}
          hint="Its administrators then read and answer it too; internal notes and what you ask Tradewind stay hidden."
          checked={draft.shared}
          onChange={({ target }) => onChange({ shared: target.checked })}
        />
      )}
    </>
  );
}
