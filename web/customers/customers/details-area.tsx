import type { Customer } from "@tradewind/contract/customers/customers.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { customerDetails, detailsIn, type CustomerDetail } from "@tradewind/domain/customers/customers.ts";
import { nameOfCountry } from "@tradewind/domain/values/countries.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Card, Facts } from "../../ui/page.tsx";

const notGiven = <span className="text-muted">Not given</span>;

function shown(name: CustomerDetail, text: string | null) {
  if (text === null) return notGiven;
  if (customerDetails[name].kind !== "email") return text;
  return (
    <a className="text-accent-text hover:underline" href={`mailto:${text}`}>
      {text}
    </a>
  );
}

export function DetailsArea({ customer, onEdit }: { customer: Customer; onEdit: (() => void) | undefined }) {
  const address = detailsIn("address").flatMap((name) => customer[name] ?? []);
  const factsOf = (part: "organisation" | "contact") =>
    detailsIn(part).map((name) => ({ label: customerDetails[name].label, value: shown(name, customer[name]) }));
  return (
    <div className="grid gap-4">
      {customer.NamedAlike && (
        <Alert type="warning" title="Another customer of yours has a name that reads like this one">
          They differ in accents, apostrophes or dashes alone. If both are one company, keep one of them; if not, give
          one a name that tells them apart.
        </Alert>
      )}
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
            ...factsOf("organisation"),
            { label: "Created", value: formatDate(customer.Created) },
            ...factsOf("contact"),
            {
              label: "Address",
              value:
                address.length > 0
                  ? [...address, nameOfCountry(customer.Country)].map((line) => <div key={line}>{line}</div>)
                  : notGiven,
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
