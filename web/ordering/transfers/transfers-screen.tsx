import { screens } from "@tradewind/contract/screens.ts";
import { transfers, type Transfer } from "@tradewind/contract/ordering/transfers.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { customerQuery } from "../../customers/customers/customers.queries.ts";
import { useWrite } from "../../platform/queries.ts";
import { useAllowed } from "../../platform/session.ts";
import { useCrumb } from "../../shared/crumb.ts";
import { readContext } from "../../shared/customer-context.ts";
import { itemsOf, MoreButton } from "../../shared/more-button.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { useParamsOf } from "../../shared/screen-address.ts";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { TransferCard } from "./transfer-card.tsx";
import { isUndecided } from "../../shared/transfer-words.ts";
import { transfersQuery, type TransferVendor } from "./transfers.queries.ts";

const AskDialog = lazy(async () => ({ default: (await import("./ask-dialog.tsx")).AskDialog }));
const ReleaseDialog = lazy(async () => ({ default: (await import("./release-dialog.tsx")).ReleaseDialog }));
const TakeDialog = lazy(async () => ({ default: (await import("./take-dialog.tsx")).TakeDialog }));

type Chosen = { ask: TransferVendor } | { take: Transfer } | { release: Transfer };

/** What changes from other partners to us, and from us to others: asked for, followed, taken over and given away. */
export function TransfersScreen() {
  const { customerId } = readContext(useParamsOf(screens.transfers).ctx);
  const maySeeCustomer = useAllowed(screens.customer);
  const customer = useQuery({ ...customerQuery(customerId), enabled: maySeeCustomer }).data;
  const list = useInfiniteQuery(transfersQuery(customerId));
  const { error, refetch } = list;
  const vendors = list.data?.pages[0]?.Vendors ?? [];
  const items = list.data && itemsOf(list.data);
  const [chosen, setChosen] = useState<Chosen>();
  useCrumb(undefined, customer?.Name);
  const close = () => setChosen(undefined);
  // What another partner asks for stops nothing before it is accepted.
  const open = items?.some((item) => isUndecided(item) && item.State !== "asked") ?? false;
  const ready = vendors.filter(({ HasTenant }) => HasTenant);
  const suspended = customer?.Status === "Suspended";
  const ask = (vendor: TransferVendor) => (
    <Button key={vendor.Id} variant="primary" icon="add" onClick={() => setChosen({ ask: vendor })}>
      Transfer {vendor.Name} from another partner
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Transfers"
        about={customer && `Subscriptions of ${customer.Name} that come from another partner, or go to one`}
        actions={
          items && (
            <>
              {ready.length > 0 && <LookButton customerId={customerId} vendors={ready} />}
              {items.length > 0 && !open && !suspended && ready.map(ask)}
            </>
          )
        }
      />
      {error && !items ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : !items ? (
        <div aria-hidden="true" className="grid gap-4">
          <Skeleton className="h-40" />
          <Skeleton className="h-40" />
        </div>
      ) : items.length === 0 ? (
        <div className="rounded-card border border-line bg-surface">
          <EmptyState
            icon="cloud"
            title="Nothing was transferred yet"
            action={ready.length > 0 && !suspended && ready.map(ask)}
          >
            {suspended
              ? "This customer is suspended. Reactivate it before you ask another partner for what it provides."
              : ready.length > 0
                ? "Ask the partner that provides a customer’s subscriptions now. They come with their own dates once it accepts. When another partner asks you for them, look for its request here."
                : `A transfer needs the customer’s tenant at ${vendors.map(({ Name }) => Name).join(" or ")}. Bring it in first: add a product and choose the existing tenant.`}
          </EmptyState>
        </div>
      ) : (
        <>
          <ul className="grid gap-4">
            {items.map((item) => (
              <OwnTransfer
                key={item.Id}
                transfer={item}
                onTake={() => setChosen({ take: item })}
                onRelease={() => setChosen({ release: item })}
              />
            ))}
          </ul>
          <MoreButton of={list} />
        </>
      )}
      {chosen && (
        <Suspense fallback={null}>
          {"ask" in chosen ? (
            <AskDialog
              customerId={customerId}
              customerName={customer?.Name ?? ""}
              email={customer?.ContactEmail ?? ""}
              vendor={chosen.ask}
              onClose={close}
            />
          ) : "take" in chosen ? (
            <TakeDialog transfer={chosen.take} onClose={close} />
          ) : (
            <ReleaseDialog
              transfer={chosen.release}
              most={vendors.find(({ Name }) => Name === chosen.release.VendorName)?.Most ?? 0}
              onClose={close}
            />
          )}
        </Suspense>
      )}
    </>
  );
}

/** Has the vendors asked now, and says when they last were. */
function LookButton({ customerId, vendors }: { customerId: string; vendors: readonly TransferVendor[] }) {
  const look = useWrite(transfers.look, { refreshes: ["transfers"], shown: true });
  const names = vendors.map(({ Name }) => Name).join(" and ");
  const readAt = vendors.map(({ ReadAt }) => ReadAt ?? "").toSorted((a, b) => a.localeCompare(b))[0];
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1 max-md:w-full max-md:*:w-full">
      <span className="text-sm text-muted" aria-live="polite">
        {look.error?.message ??
          (readAt
            ? `${names} last asked ${formatDateTime(readAt)}`
            : `${names} not asked yet for requests of other partners`)}
      </span>
      <Button icon="refresh" busy={look.isPending} onClick={() => look.mutate({ params: { customerId } })}>
        Look now
      </Button>
    </span>
  );
}

type Own = { transfer: Transfer; onTake: () => void; onRelease: () => void };

function OwnTransfer({ transfer, onTake, onRelease }: Own) {
  const withdraw = useWrite(transfers.withdraw, { refreshes: ["transfers"], shown: true });
  const { State, Lines } = transfer;
  return (
    <TransferCard transfer={transfer} problem={withdraw.error?.message}>
      {(State === "preparing" || State === "pending") && (
        <Button busy={withdraw.isPending} onClick={() => withdraw.mutate({ params: { transferId: transfer.Id } })}>
          Take the request back
        </Button>
      )}
      {State === "asked" && (
        <Button variant="primary" onClick={onRelease}>
          Choose what goes
        </Button>
      )}
      {Lines.some((line) => line.State === "came") && (
        <Button variant="primary" onClick={onTake}>
          Take over
        </Button>
      )}
    </TransferCard>
  );
}
