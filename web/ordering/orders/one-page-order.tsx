import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import type { Journey } from "@tradewind/contract/ordering/orders.ts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import type { ApiError } from "../../platform/api-error.ts";
import { useAllowed } from "../../platform/session.ts";
import { customerAddress, serviceAddress } from "../../shared/customer-context.ts";
import { PriceBreakdownSkeleton } from "../../shared/price-skeleton.tsx";
import { tellPlaced } from "../../shared/proposal/undo-words.ts";
import { useCommit } from "../../shared/proposal/use-commit.ts";
import { useProposal } from "../../shared/proposal/use-proposal.ts";
import { dynamicFormQuery } from "../forms/forms.queries.ts";
import type { TenantAnswer } from "./carried-answers.ts";
import type { LinesAgain } from "./journey-answers.ts";
import { changeOf, detailsOf, wantedOf, withAttributes } from "./journey-change.ts";
import { OrderSections } from "./order-sections.tsx";
import { useOnePage } from "./use-one-page.ts";
import { ownCallOf } from "./own-call.ts";
import { useTenantOnItsWay } from "./use-tenant-on-its-way.ts";

const BasketLink = lazy(async () => ({ default: (await import("../../shared/basket-link.tsx")).BasketLink }));
const ProductIcon = lazy(async () => ({ default: (await import("../../shared/product-icon.tsx")).ProductIcon }));
const LeaveGuard = lazy(async () => ({ default: (await import("../../shared/leave-guard.tsx")).LeaveGuard }));
const AddToBasket = lazy(async () => ({ default: (await import("./add-to-basket.tsx")).AddToBasket }));
const AskNote = lazy(async () => ({ default: (await import("../../shared/proposal/ask-note.tsx")).AskNote }));
const MovedAlert = lazy(async () => ({ default: (await import("../../shared/proposal/moved-alert.tsx")).MovedAlert }));
const RefusalAlert = lazy(async () => ({
  default: (await import("../../shared/proposal/refusal-alert.tsx")).RefusalAlert,
}));
// Loaded while the first proposal is worked out.
const panel = () => import("../../shared/proposal/proposal-panel.tsx");
const ProposalPanel = lazy(async () => ({ default: (await panel()).ProposalPanel }));
const ProposalSummary = lazy(async () => ({ default: (await panel()).ProposalSummary }));

type Props = {
  journey: Journey;
  userId: string | undefined;
  carried: Readonly<Record<string, string>>;
  /** The plan that was chosen on the product's page. */
  chosen: LinesAgain;
  tenantAnswer: TenantAnswer | undefined;
  /** Draws the journey anew once the customer has a tenant. */
  onTenant: () => void;
};

/** Everything that an order asks on one page, with what it costs beside it. */
export function OnePageOrder({ journey, userId, carried, chosen, tenantAnswer, onTenant }: Props) {
  const navigate = useNavigate();
  const placed = useRef(false);
  const page = useRef<HTMLFormElement>(null);
  const formId = journey.Steps.find((each) => each.FormId !== null)?.FormId;
  const form = useQuery({ ...dynamicFormQuery(formId ?? ""), enabled: formId !== undefined });
  const {
    answers,
    steps,
    problems,
    change: setAnswers,
    check,
    dirty,
  } = useOnePage(journey, { carried, chosen }, form.data);
  const change = changeOf(journey, answers);
  const live = useProposal(change && wantedOf(journey, change, { userId }));
  const details = detailsOf(journey, answers);
  const wanted = change && wantedOf(journey, withAttributes(journey, change, answers), { userId }, details);
  const own = ownCallOf(journey, answers, change, details);
  const commit = useCommit(
    wanted,
    live.proposal,
    ({ InstanceId, OrderId }, promised) => {
      placed.current = true;
      tellPlaced("The order was placed", journey.Customer.Id, OrderId, promised);
      void navigate({ to: serviceAddress(journey.Customer.Id, InstanceId), replace: true });
    },
    (to) => {
      placed.current = true;
      void navigate({ to, replace: true });
    },
    own,
  );
  const [notAdded, setNotAdded] = useState<ApiError>();
  const tenant = useTenantOnItsWay(journey, tenantAnswer);
  const refusal = commit.refusal ?? notAdded;
  const refused = refusal?.fields;
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries > 0 || refused) page.current?.querySelector<HTMLElement>("[aria-invalid=true], [role=alert]")?.focus();
  }, [tries, refused]);

  const proposal = commit.promised;
  const shown = { ...live, proposal };
  const blocked = proposal?.Findings.some((finding) => finding.Blocks) ?? false;
  const isOff = proposal === undefined || live.stale || blocked || tenant.isComing;
  const isComplete = () => {
    const complete = check();
    if (!complete) setTries(tries + 1);
    return complete;
  };
  const place = () => {
    if (isOff || commit.busy) return;
    setNotAdded(undefined);
    if (isComplete()) commit.send();
  };
  const back = useAllowed(screens.marketplaceProduct)
    ? linkTo(screens.marketplaceProduct, { productId: journey.ProductId })
    : customerAddress(journey.Customer.Id);
  const placeButton = (className: string) => (
    <Button variant="primary" className={className} disabled={isOff} busy={commit.busy} onClick={place}>
      {commit.asks ? "Send request" : commit.moved ? "Confirm again" : "Place order"}
    </Button>
  );
  const basketButton = (className: string) =>
    !(own && "voice" in own) &&
    !commit.asks && (
      <Suspense>
        <AddToBasket
          {...{ wanted, className }}
          disabled={isOff || commit.busy}
          check={isComplete}
          onAdded={() => (placed.current = true)}
          onRefused={setNotAdded}
        />
      </Suspense>
    );
  const alerts = [...problems.steps, ...(refusal && Object.keys(refused ?? {}).length > 0 ? [refusal.message] : [])];

  return (
    <>
      <header className="mb-4 flex items-start justify-between gap-4">
        <div className="flex min-w-0 items-center gap-3">
          <Suspense fallback={<span className="size-9 shrink-0" />}>
            <ProductIcon
              icon={journey.Icon}
              name={journey.ProductName}
              image={journey.ImageSrc}
              alt={journey.ImageAlt}
            />
          </Suspense>
          <h1 className="min-w-0 text-xl wrap-anywhere">Order {journey.ProductName}</h1>
        </div>
        <div className="flex items-center gap-4">
          <Suspense>
            <BasketLink />
          </Suspense>
          <Button onClick={() => void navigate({ to: back })}>Cancel</Button>
        </div>
      </header>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_344px]">
        <form
          ref={page}
          noValidate
          className="grid min-w-0 gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            place();
          }}
        >
          <Suspense>
            {commit.moved && <MovedAlert {...commit.moved} />}
            {refusal && Object.keys(refusal.fields).length === 0 && <RefusalAlert refusal={refusal} />}
          </Suspense>
          {alerts.length > 0 && (
            <Alert type="error" live>
              {alerts.join(" ")}
            </Alert>
          )}
          <Suspense>{commit.asks && <AskNote commit={commit} />}</Suspense>
          <OrderSections
            {...{ journey, steps, answers, tenant, onTenant }}
            problems={{ ...refused, ...problems.fields }}
            onAnswers={setAnswers}
          />
        </form>
        <aside className="lg:sticky lg:top-[calc(var(--header)+16px)]">
          <Suspense fallback={<PriceBreakdownSkeleton />}>
            <ProposalPanel
              state={shown}
              customer={journey.Customer.Name}
              waiting="Choose a plan to see its price."
              action={
                <div className="grid gap-2 max-lg:hidden">
                  {placeButton("w-full")}
                  {basketButton("w-full")}
                  <p className="text-center text-sm text-muted">
                    {commit.asks
                      ? "Nothing is ordered before it is approved."
                      : "Exactly these amounts, or nothing is ordered."}
                  </p>
                </div>
              }
            />
          </Suspense>
        </aside>
      </div>
      <div className="sticky bottom-0 z-10 -mx-4 mt-5 flex items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-canvas px-4 py-3 max-md:flex-wrap md:-mx-6 md:px-6 lg:hidden">
        <div className="min-w-0 flex-1 max-md:basis-full">
          <Suspense>
            <ProposalSummary state={shown} all />
          </Suspense>
        </div>
        <div className="flex gap-2 max-md:w-full">
          {basketButton("flex-1")}
          {placeButton("flex-1")}
        </div>
      </div>
      <Suspense>{dirty && <LeaveGuard when={() => !placed.current} />}</Suspense>
    </>
  );
}
