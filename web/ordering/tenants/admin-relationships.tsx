import { adminRelationships, type AdminRelationship } from "@tradewind/contract/ordering/admin-relationships.ts";
import { canEnd, tellsDaysBefore } from "@tradewind/domain/ordering/admin-relationships.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Card, Facts } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { adminStatusWords } from "./admin-words.ts";
import { RequestAdminDialog } from "./request-admin-dialog.tsx";
import { adminRelationshipsQuery } from "./tenants.queries.ts";

type Props = { customerId: string; customerName: string; productId: string };

/** Shows what a customer lets its partner do in its tenant, and asks for more. */
export function AdminRelationships({ customerId, customerName, productId }: Props) {
  const { data, error, refetch } = useQuery(adminRelationshipsQuery(customerId, productId));
  const [asking, setAsking] = useState(false);
  if (error && !data) return <QueryError tight error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40" />;
  const isPending = data.Items.some(({ Status }) => Status === "preparing" || Status === "approvalPending");
  return (
    <Card
      title={`Admin relationships at ${data.Terms.VendorName}`}
      about={`What ${customerName} lets you do in its tenant, for a time. Its administrator approves it.`}
      actions={
        !isPending && (
          <Button icon="add" onClick={() => setAsking(true)}>
            Request a relationship
          </Button>
        )
      }
    >
      {data.Items.length === 0 ? (
        <p className="pt-2 text-muted">None was asked for yet.</p>
      ) : (
        <ul className="grid gap-5 pt-2" aria-live="polite">
          {data.Items.map((item) => (
            <Relationship key={item.Id} item={item} vendor={data.Terms.VendorName} customerName={customerName} />
          ))}
        </ul>
      )}
      {asking && (
        <RequestAdminDialog
          {...{ customerId, customerName, productId, terms: data.Terms }}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}

/** Until when it stands, and how long that is. */
const endWords = ({ EndsAt, DaysLeft, ExtendsItself, Status, Days }: AdminRelationship) => {
  if (EndsAt === null) return `${counted(Days, "day")} from its approval`;
  const left = canEnd(Status) && DaysLeft !== null ? `, ${counted(DaysLeft, "day")} left` : "";
  return `${formatDate(EndsAt)}${left}${ExtendsItself && canEnd(Status) ? ", then extends itself" : ""}`;
};

type OneProps = { item: AdminRelationship; vendor: string; customerName: string };

function Relationship({ item, vendor, customerName }: OneProps) {
  const [ending, setEnding] = useState(false);
  const change = useWrite(adminRelationships.change, { refreshes: ["tenants"] });
  const end = useWrite(adminRelationships.end, { refreshes: ["tenants"], onDone: () => setEnding(false) });
  const { tone, words, moving = false } = adminStatusWords[item.Status];
  const params = { adminRelationshipId: item.Id };
  const isOpen = canEnd(item.Status);
  const endsSoon = isOpen && !item.ExtendsItself && item.DaysLeft !== null && item.DaysLeft <= tellsDaysBefore[0];
  return (
    <li className="grid gap-3 border-t border-line pt-4 first:border-0 first:pt-0">
      <StatusDot tone={tone} moving={moving || item.IsChanging}>
        {words}
      </StatusDot>
      {item.Message && <Alert type="error">{item.Message}</Alert>}
      {endsSoon && (
        <Alert type="warning">
          This ends in {counted(item.DaysLeft!, "day")}. Request a new relationship, so that you can go on.
        </Alert>
      )}
      <Facts
        facts={[
          { label: "Roles", value: item.Roles.join(", ") },
          { label: item.EndsAt === null ? "For" : "Until", value: endWords(item) },
          { label: "Requested", value: `${formatDate(item.Since)} by ${item.RequestedBy}` },
          ...(item.Status === "active" ? [{ label: "Your people", value: accessWords[item.Access] }] : []),
        ]}
      />
      {item.ApprovalUrl && (
        <div className="grid gap-1">
          <p>Send this link to a global administrator of the tenant, who approves it within 90 days:</p>
          <span className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 text-sm wrap-anywhere text-muted">{item.ApprovalUrl}</span>
            <CopyButton text={item.ApprovalUrl} label="Copy" />
          </span>
        </div>
      )}
      {isOpen && (
        <div className="flex flex-wrap items-center gap-4">
          {item.Status === "active" && (
            <Checkbox
              label="Extends itself"
              checked={item.ExtendsItself}
              disabled={item.IsChanging || change.isPending}
              onChange={({ target }) => change.mutate({ params, body: { ExtendsItself: target.checked } })}
            />
          )}
          <Button disabled={item.IsChanging} onClick={() => setEnding(true)}>
            {item.Status === "preparing" || item.Status === "approvalPending" ? "Withdraw" : "End"}
          </Button>
        </div>
      )}
      {ending && (
        <ConfirmDialog
          title="End this relationship?"
          action="End relationship"
          busy={end.isPending}
          onConfirm={() => end.mutate({ params })}
          onClose={() => setEnding(false)}
        >
          {vendor} ends it, and you can no longer look after the tenant of {customerName} by it. What the customer has
          ordered stays.
        </ConfirmDialog>
      )}
    </li>
  );
}

const accessWords = {
  none: "Have not been given its roles",
  pending: "Are being given its roles",
  active: "Have its roles",
} as const;
