import { nameOfCountry } from "@tradewind/domain/values/countries.ts";
import { myBusiness } from "@tradewind/contract/billing/my-business.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, Facts, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { Alert } from "../../ui/alert.tsx";
import { StatusDot, type Tone } from "../../ui/status.tsx";
import { toast } from "../../ui/toast.tsx";
import { businessQuery, type Business, type BusinessRequest } from "./my-business.queries.ts";

const Dialogs = lazy(async () => ({ default: (await import("./my-business-dialogs.tsx")).MyBusinessDialogs }));

const none = <span className="text-muted">Not given</span>;

/** The reseller's own company: what it is called, where it is, and whom to write to. */
export function MyBusinessScreen() {
  const { data, error, refetch } = useQuery(businessQuery);
  const [open, setOpen] = useState<"contacts" | "request">();
  if (error && !data) return <QueryError page error={error} onRetry={() => void refetch()} />;
  return (
    <div className="mx-auto grid w-full max-w-3xl">
      <PageHeader title="My business" about="Your company’s details, as they appear on invoices" />
      {data ? (
        <div className="grid gap-4">
          {!data.MayChange && (
            <Alert type="info" title="You can view this page">
              Somebody at your company with the reseller role can change it.
            </Alert>
          )}
          <Company business={data} onAsk={() => setOpen("request")} />
          <Contacts business={data} onEdit={() => setOpen("contacts")} />
          {data.Requests.length > 0 && <Requests requests={data.Requests} mayChange={data.MayChange} />}
          {open && (
            <Suspense fallback={null}>
              <Dialogs open={open} business={data} onClose={() => setOpen(undefined)} />
            </Suspense>
          )}
        </div>
      ) : (
        <div aria-hidden="true" className="grid gap-4">
          <Skeleton className="h-48" />
          <Skeleton className="h-64" />
        </div>
      )}
    </div>
  );
}

function Company({ business, onAsk }: { business: Business; onAsk: () => void }) {
  const waits = business.Requests.some(({ Status }) => Status === "Waiting");
  return (
    <Card
      title="Company"
      actions={
        business.MayChange && (
          <Button size="small" icon="edit" disabled={waits} onClick={onAsk}>
            Request a change
          </Button>
        )
      }
    >
      {business.IsVatNumberWrong && (
        <Alert type="warning">
          “{business.VatNumber}” is not a VAT number of {nameOfCountry(business.Country)}. Your next invoice charges VAT
          unless it is corrected.
        </Alert>
      )}
      <Facts
        facts={[
          { label: "Company name", value: business.Name },
          { label: "VAT number", value: business.VatNumber || none },
          { label: "Registration number", value: business.CompanyNumber || none },
          { label: "Country", value: nameOfCountry(business.Country) },
          { label: "Currency", value: business.Currency },
        ]}
      />
    </Card>
  );
}

function Contacts({ business, onEdit }: { business: Business; onEdit: () => void }) {
  const { Address1, Address2, TownCity, County, PostCode } = business;
  const lines = [Address1, Address2, TownCity, County, PostCode].filter(Boolean);
  return (
    <Card
      title="Address and contacts"
      actions={
        business.MayChange && (
          <Button size="small" icon="edit" onClick={onEdit}>
            Edit
          </Button>
        )
      }
    >
      {!(Address1 && TownCity && PostCode) && (
        <Alert type="warning">
          The address is incomplete. It is needed before the first order, and stands on each invoice from the next one
          on.
        </Alert>
      )}
      <Facts
        facts={[
          {
            label: "Address",
            value:
              lines.length > 0
                ? lines.map((line, at) => (
                    <span key={at} className="block">
                      {line}
                    </span>
                  ))
                : none,
          },
          { label: "Billing email", value: business.BillingEmail || none },
          { label: "Telephone", value: business.Telephone || none },
          { label: "Contact", value: business.ContactName || none },
          { label: "Contact email", value: business.ContactEmail || none },
        ]}
      />
    </Card>
  );
}

const tones: Record<BusinessRequest["Status"], Tone> = {
  Waiting: "warning",
  Accepted: "success",
  Declined: "fail",
  Withdrawn: "disabled",
};

/** What was asked for, from what to what, and what became of it. */
function Requests({ requests, mayChange }: { requests: readonly BusinessRequest[]; mayChange: boolean }) {
  const queries = useQueryClient();
  const withdraw = useWrite(myBusiness.withdraw, {
    onDone: (saved) => {
      queries.setQueryData(businessQuery.queryKey, saved);
      toast("The request was withdrawn");
    },
  });
  return (
    <Card title="Requested changes" flush>
      <ul className="divide-y divide-line border-t border-line">
        {requests.map((request) => (
          <li
            key={request.Id}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 py-4 max-md:px-4"
          >
            <div className="grid min-w-0 flex-1 gap-1">
              <RequestedChanges request={request} />
              <p className="text-sm text-muted">
                Requested by {request.AskedBy} on {formatDateTime(request.AskedAt)}
              </p>
              {request.Note && <p className="text-sm text-muted wrap-anywhere">{request.Note}</p>}
            </div>
            <div className="flex items-center gap-3">
              <StatusDot tone={tones[request.Status]}>{request.Status}</StatusDot>
              {request.Status === "Waiting" && mayChange && (
                <Button size="small" busy={withdraw.isPending} onClick={() => withdraw.mutate({})}>
                  Withdraw
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const RequestedChanges = ({ request }: { request: BusinessRequest }) => (
  <dl className="grid gap-1">
    {(
      [
        ["Company name", "Name"],
        ["VAT number", "VatNumber"],
        ["Registration number", "CompanyNumber"],
      ] as const
    )
      .filter(([, key]) => request[key] !== request.Before[key])
      .map(([label, key]) => (
        <div key={key} className="flex flex-wrap gap-x-2 wrap-anywhere">
          <dt className="text-muted">{label}</dt>
          <dd>
            {request.Before[key] || "none"} → {request[key] || "none"}
          </dd>
        </div>
      ))}
  </dl>
);
