import { requests, type OrderRequest } from "@tradewind/contract/ordering/requests.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDate, formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { Card, Facts, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { useWrite } from "../../platform/queries.ts";
import { useSeesSales, useSession } from "../../platform/session.ts";
import { useCrumb } from "../../shared/crumb.ts";
import { customerAddress, orderAddress, orderLink } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { tellPlaced } from "../../shared/proposal/undo-words.ts";
import { MovedAlert } from "../../shared/proposal/moved-alert.tsx";
import { Findings, ProposalCard } from "../../shared/proposal/proposal-panel.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { useParamsOf } from "../../shared/screen-address.ts";
import { RefuseDialog } from "./refuse-dialog.tsx";
import { requestStateWords } from "./request-words.ts";
import { requestQuery } from "./requests.queries.ts";

/** A request: who asks for what, what it would do and cost now, and the decision. */
export function RequestScreen() {
  const { requestId } = useParamsOf(screens.request);
  const { data, error, refetch } = useQuery(requestQuery(requestId));
  useCrumb(data?.What);
  if (error && !data)
    return <QueryError page list={screens.requests.path} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-80" />;
  return <Request request={data} onMoved={() => void refetch()} />;
}

const written = ["requests", "services", "orders", "customers", "dashboard"];

function Request({ request, onMoved }: { request: OrderRequest; onMoved: () => void }) {
  const { Id, Asked, Present, May, CustomerId, CustomerName } = request;
  const { isEndUserAdmin } = useSession().User;
  const [asks, setAsks] = useState<"refuse" | "withdraw">();
  const approve = useWrite(requests.approve, {
    refreshes: written,
    shown: true,
    onDone: ({ OrderId }) => tellPlaced("Approved and ordered", CustomerId, OrderId, Present ?? undefined),
  });
  const withdraw = useWrite(requests.withdraw, { refreshes: ["requests"], onDone: () => setAsks(undefined) });
  const may = (act: OrderRequest["May"][number]) => May.includes(act);
  const hasMoved = !isEndUserAdmin && Present !== null && Present.Hash !== Asked.Hash;
  const isBlocked = Present?.Findings.some((finding) => finding.Blocks) ?? false;
  const send = () =>
    approve.mutate(
      { params: { requestId: Id }, body: { ProposalHash: Present!.Hash } },
      { onError: ({ code }) => code === "proposalChanged" && onMoved() },
    );
  return (
    <>
      <PageHeader
        title={request.What}
        about={
          <>
            for {isEndUserAdmin ? CustomerName : <TextLink to={customerAddress(CustomerId)}>{CustomerName}</TextLink>}
          </>
        }
        actions={
          <>
            {may("withdraw") && <Button onClick={() => setAsks("withdraw")}>Take back</Button>}
            {may("refuse") && (
              <Button variant="outlineDanger" onClick={() => setAsks("refuse")}>
                Refuse
              </Button>
            )}
            {may("approve") && (
              <Button variant="primary" busy={approve.isPending} disabled={isBlocked} onClick={send}>
                Approve and order
              </Button>
            )}
          </>
        }
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_344px]">
        <div className="grid min-w-0 gap-4">
          {approve.error && (
            <Alert type="error" live>
              {approve.error.message}
            </Alert>
          )}
          {request.Refusal !== null && (
            <Alert type="warning" title="This cannot be ordered now">
              {request.Refusal}
            </Alert>
          )}
          {request.NeedsAnother && !isEndUserAdmin && (
            <Alert type="info" title="Somebody else has to approve this">
              You sent it, and a second person approves what is asked for this customer.
            </Alert>
          )}
          {hasMoved && <MovedAlert before={Asked} after={Present} since="it was asked for" />}
          <RequestFacts request={request} />
        </div>
        <aside className="grid gap-3">
          <ProposalCard
            proposal={Present ?? Asked}
            title={request.State === "open" ? "What this costs" : "What was asked for"}
            customer={CustomerName}
          />
          {Present && <Findings findings={Present.Findings} />}
        </aside>
      </div>
      {asks === "refuse" && <RefuseDialog request={request} onClose={() => setAsks(undefined)} />}
      {asks === "withdraw" && (
        <TaskDialog
          title="Take this request back?"
          subtitle={request.What}
          size="small"
          action="Take back"
          leave="Leave it open"
          busy={withdraw.isPending}
          onConfirm={() => withdraw.mutate({ params: { requestId: Id } })}
          onClose={() => setAsks(undefined)}
        >
          <p>Nothing is ordered. You can ask for it again at any time.</p>
        </TaskDialog>
      )}
    </>
  );
}

function RequestFacts({ request }: { request: OrderRequest }) {
  const { State, Note, Reason, DecidedBy, DecidedAt, OrderId, Amount } = request;
  const { isEndUserAdmin } = useSession().User;
  const seesAmount = useSeesSales();
  const { label, tone } = requestStateWords[State];
  const shown = (fact: string, value: string | null) => (value === null ? [] : [{ label: fact, value }]);
  return (
    <Card title="Request" actions={<StatusDot tone={tone}>{label}</StatusDot>}>
      <Facts
        facts={[
          { label: "Asked by", value: request.AskedBy },
          { label: "Asked", value: formatDateTime(request.AskedAt) },
          { label: "Product", value: request.ProductName },
          ...(seesAmount
            ? [
                {
                  label: isEndUserAdmin ? "You commit to, net" : "Customer commits to, net",
                  value: Amount ? formatMoney(Amount) : "No price is set",
                },
              ]
            : []),
          ...(State === "open" ? [{ label: "Open until", value: formatDate(request.ExpiresOn) }] : []),
          ...shown("Decided by", DecidedBy),
          ...shown("Decided", DecidedAt && formatDateTime(DecidedAt)),
          ...(OrderId === null
            ? []
            : [
                {
                  label: "Order",
                  value: (
                    <TextLink to={orderAddress(request.CustomerId, OrderId)}>
                      {orderLink(request.CustomerId, OrderId).label}
                    </TextLink>
                  ),
                },
              ]),
        ]}
      />
      {Note && <Words label="Note" text={Note} />}
      {Reason && <Words label="Reason" text={Reason} />}
    </Card>
  );
}

const Words = ({ label, text }: { label: string; text: string }) => (
  <div className="mt-4 grid gap-0.5">
    <h3 className="text-sm font-normal text-muted">{label}</h3>
    <p className="wrap-anywhere whitespace-pre-line">{text}</p>
  </div>
);
