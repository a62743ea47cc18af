import type { Customer } from "@tradewind/contract/customers/customers.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Card, Facts } from "../../ui/page.tsx";

export function DetailsArea({ customer, onEdit }: { customer: Customer; onEdit: (() => void) | undefined }) {
  const address = [
    customer.Address1,
    customer.Address2,
    customer.TownCity,
    customer.County,
    customer.PostCode,
    customer.Country === "IE" ? "Ireland" : "United Kingdom",
  ].filter(Boolean);
  const none = <span className="text-muted">Not given</span>;
  return (
    <div className="grid gap-4">
      <Card
        title="Details"
        actions={
          onEdit && (
            <Button size="small" icon="edit" onClick={onEdit}>
              Edit details
            </Button>
          )
        }
      >
        <Facts
          facts={[
            { label: "Organisation type", value: customer.OrganisationType },
            { label: "Domain", value: customer.Domain ?? none },
            { label: "Created", value: formatDate(customer.Created) },
            { label: "Contact", value: customer.ContactName ?? none },
            {
              label: "Contact e-mail",
              value: customer.ContactEmail ? (
                <a className="text-accent-text hover:underline" href={`mailto:${customer.ContactEmail}`}>
                  {customer.ContactEmail}
                </a>
              ) : (
                none
              ),
            },
            { label: "Telephone", value: customer.Telephone ?? none },
            {
              label: "Address",
              value: address.length > 1 ? address.map((line) => <div key={line}>{line}</div>) : none,
            },
            {
              label: "Customer id",
              value: (
                <span className="flex flex-wrap items-center gap-2">
                  <code className="font-mono text-sm">{customer.Id}</code>
                  <CopyButton text={customer.Id} />
                </span>
              ),
            },
          ]}
        />
      </Card>
    </div>
  );
}
