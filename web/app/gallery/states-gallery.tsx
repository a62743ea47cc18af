import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { Breadcrumb, Card, ellipsis, Facts } from "../../ui/page.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/placeholder.tsx";
import { Alert, alertTypes } from "../../ui/alert.tsx";
import { Badge, StatusDot } from "../../ui/status.tsx";
import { Wizard } from "../../ui/wizard.tsx";
import { Timeline } from "../../ui/timeline.tsx";
import { appLink } from "../../shared/link-render.tsx";
import { PriceBreakdown } from "../../shared/price-breakdown.tsx";
import { PriceBreakdownSkeleton } from "../../shared/price-skeleton.tsx";
import { sampleRows } from "./sample-rows.ts";
import { sampleColumns } from "./tables-gallery.tsx";
import { Row, Specimen, Specimens } from "./specimen.tsx";

const five = sampleRows(5);
const steps = ["Products", "Seats", "Review"].map((title) => ({ id: title, title }));
const gbp = (minor: number) => ({ Minor: String(minor), Currency: "GBP" as const });

export function StatesGallery() {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(["2", "3"]));
  return (
    <Specimens>
      <Specimen name="Status">
        <Row>
          <StatusDot tone="success" detail="Active since 3 May 2026">
            Active
          </StatusDot>
          <StatusDot tone="information" moving detail="Ordered two minutes ago; usually ready within ten">
            Activating
          </StatusDot>
          <StatusDot tone="warning">Deleting</StatusDot>
          <StatusDot tone="fail">Activation failed</StatusDot>
          <StatusDot tone="disabled">Deleted</StatusDot>
        </Row>
        <Row>
          <Badge tone="success">Paid</Badge>
          <Badge tone="warning">Due in 3 days</Badge>
          <Badge tone="fail">Overdue</Badge>
          <Badge tone="information">New</Badge>
          <Badge>Draft</Badge>
          <Badge tone="accent">Try</Badge>
        </Row>
        <Row>
          <MoneyText value={gbp(123450)} />
          <MoneyText value={{ Minor: "-4200", Currency: "EUR" }} credit />
          <span>{ellipsis("A customer name that is longer than its place", 24)}</span>
        </Row>
        <Breadcrumb
          label="Example of a breadcrumb"
          renderLink={appLink}
          crumbs={[
            { label: "Dashboard", href: "/dashboard" },
            { label: "Customers", href: "/customers" },
            { label: "Acme Dental", href: "/customers/customer/1" },
          ]}
        />
      </Specimen>
      <Specimen name="Price">
        <PriceBreakdown
          lines={[
            {
              label: "Microsoft 365 Business Premium",
              detail: "12 seats, 21 to 31 May, 11 of 31 days",
              amount: gbp(7026),
            },
            { label: "Two seats taken back", detail: "Inside the seven days", amount: gbp(-3240) },
          ]}
          now={gbp(3786)}
          vat={{ rate: "20%", amount: gbp(757) }}
          total={gbp(4543)}
          each={{ period: "month", amount: gbp(19800), from: "1 June 2026" }}
          margin={{ amount: gbp(3960), share: "20%" }}
          undoUntil="28 May 2026, 14:05"
        />
      </Specimen>
      <Specimen name="Alerts" wide>
        <div className="grid gap-3 md:grid-cols-2">
          {alertTypes.map((type) => (
            <Alert key={type} type={type} title={`Of type ${type}`}>
              What happened, what it means, and what to do next.
            </Alert>
          ))}
        </div>
      </Specimen>
      <Specimen name="Record">
        <Card title="Details">
          <Facts
            facts={[
              { label: "Organisation type", value: "Commercial" },
              { label: "Domain", value: "acme.example" },
              { label: "Contact", value: "Priya Shah" },
            ]}
          />
        </Card>
        <Card title="Activity">
          <Timeline
            entries={[
              {
                id: "1",
                what: "Suspended the customer",
                who: "Hannah Reid",
                when: "21/05/2026 14:05",
                at: "2026-05-21T13:05:00Z",
                icon: "pause",
              },
              {
                id: "2",
                what: "Microsoft refused the order: the domain is not verified",
                when: "20/05/2026 09:12",
                at: "2026-05-20T08:12:00Z",
                problem: true,
              },
              {
                id: "3",
                what: "Added Acme Dental",
                who: "Hannah Reid",
                when: "18/05/2026 11:40",
                at: "2026-05-18T10:40:00Z",
                icon: "add",
              },
            ]}
          />
        </Card>
      </Specimen>
      <Specimen name="Rows" wide>
        <DataTable
          label="Five customers"
          columns={sampleColumns}
          rows={five}
          rowKey={(row) => row.id}
          href={(row) => `/customers/customer/${row.id}`}
          renderLink={appLink}
          selected={ticked}
          onSelect={setTicked}
          bulk={<Button size="small">Download CSV</Button>}
          actions={() => [{ label: "Rename", icon: "edit" }]}
        />
      </Specimen>
      <Specimen name="Wizard while it is sent" wide>
        <Wizard
          label="Order Acronis Backup"
          steps={steps}
          at="Review"
          onBack={() => {}}
          onNext={() => {}}
          nextLabel="Place order"
          busy
          aside={<PriceBreakdownSkeleton />}
        >
          <p className="text-muted">What is ordered, once more.</p>
        </Wizard>
      </Specimen>
      <Specimen name="Nothing, waiting, broken">
        <Card flush>
          <EmptyState
            icon="building"
            title="No customers yet"
            action={<Button variant="primary">Add customer</Button>}
            tight
          >
            Customers are the organisations you look after. Add the first one to order services for it.
          </EmptyState>
        </Card>
        <Card>
          <div className="grid gap-3">
            <Skeleton className="w-1/3" />
            <Skeleton className="w-2/3" />
          </div>
        </Card>
        <PriceBreakdownSkeleton />
        <Card flush>
          <ErrorState reference="r-7f3a" action={<Button icon="refresh">Try again</Button>} tight>
            The portal did not answer. Please check your connection and try again.
          </ErrorState>
        </Card>
      </Specimen>
    </Specimens>
  );
}
