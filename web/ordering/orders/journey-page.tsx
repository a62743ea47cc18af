import { screens } from "@tradewind/contract/screens.ts";
import type { GateResources, Journey } from "@tradewind/contract/ordering/orders.ts";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useMemo } from "react";
import { Button } from "../../ui/button.tsx";
import { EmptyState, ErrorState } from "../../ui/placeholder.tsx";
import { asApiError } from "../../platform/api-error.ts";
import { useAllowed } from "../../platform/session.ts";
import { agreementGateWords } from "../../shared/agreement-words.ts";
import { reviewAddress } from "../../shared/review-address.ts";
import { QueryError } from "../../shared/query-error.tsx";
import { useCrumb } from "../../shared/crumb.ts";
import { customerAddress } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { useSearchOf } from "../../shared/screen-address.ts";
import { journeyQuery, type JourneyAsked } from "../journeys/journeys.queries.ts";
import { carriedOf, goingUpOf, tenantAnswerOf } from "./carried-answers.ts";
import { linesOfPlan } from "./journey-answers.ts";
import { JourneySkeleton } from "./journey-skeleton.tsx";

const JourneySteps = lazy(async () => ({ default: (await import("./journey-steps-page.tsx")).JourneySteps }));
const OnePageOrder = lazy(async () => ({ default: (await import("./one-page-order.tsx")).OnePageOrder }));

type PageProps = {
  by: JourneyAsked["by"];
  name: string;
  customerId: string;
  userId?: string;
  instanceId?: string;
  action: Journey["Action"];
};

const titles = { Add: "Add", Modify: "Change", Delete: "Delete" } as const;

export function JourneyPage({ by, name, customerId, userId, instanceId, action }: PageProps) {
  const search = useSearchOf(screens.addService);
  const {
    data: journey,
    error,
    refetch,
  } = useQuery(journeyQuery({ by, name, customerId, action, instanceId, userId }));
  const chosen = useMemo(() => journey && linesOfPlan(journey, search["plan"]), [journey, search]);
  const isOnePage = action === "Add" && search["again"] === undefined && chosen !== undefined && chosen.length > 0;
  const title = `${isOnePage ? "Order" : titles[action]} ${journey?.ProductName}`;
  useCrumb(journey && title, journey?.Customer.Name);
  const carried = useMemo(() => carriedOf(search), [search]);
  const goingUp = useMemo(() => (action === "Add" ? goingUpOf(search) : undefined), [action, search]);
  if (error && !journey)
    return asApiError(error).code === "agreementNotSigned" ? (
      <AgreementGate customerId={customerId} {...(asApiError(error).resources as GateResources)} />
    ) : asApiError(error).code === "addressMissing" ? (
      <AddressGate>{asApiError(error).message}</AddressGate>
    ) : (
      <QueryError page error={error} onRetry={() => void refetch()} />
    );
  if (!journey) return <JourneySkeleton />;
  const drawn = {
    journey,
    userId,
    carried,
    tenantAnswer: tenantAnswerOf(search),
    onTenant: () => void refetch(),
  };
  const key = `${journey.ProductId} ${action}`;
  if (isOnePage)
    return (
      <Suspense fallback={<JourneySkeleton />}>
        <OnePageOrder key={`${key} ${customerId}`} {...drawn} chosen={chosen} />
      </Suspense>
    );
  return (
    <Suspense fallback={<JourneySkeleton />}>
      <JourneySteps
        key={`${key} ${journey.BringsTenantTo}`}
        {...drawn}
        title={title}
        again={search["again"]}
        goingUp={goingUp}
      />
    </Suspense>
  );
}

/** Stands in place of a journey whose agreement is not signed: whoever came by its address passes the same gate. */
function AgreementGate({ customerId, Gate, AgreementId, ProductName }: { customerId: string } & GateResources) {
  const navigate = useNavigate();
  const here = useLocation();
  const words = agreementGateWords[Gate];
  return (
    <EmptyState
      page
      icon="document"
      title={words.title}
      action={
        Gate === "askToSign" ? (
          <Button variant="primary" onClick={() => void navigate({ href: reviewAddress(AgreementId, here.href) })}>
            {agreementGateWords.askToSign.action}
          </Button>
        ) : (
          <TextLink to={customerAddress(customerId)}>Back to the customer</TextLink>
        )
      }
    >
      {words.text(ProductName)}
    </EmptyState>
  );
}

/** Asks for the company's address, which each of its invoices has. */
function AddressGate({ children }: { children: string }) {
  const mayChange = useAllowed(screens.myBusiness);
  return (
    <ErrorState
      page
      title="The company’s address is missing"
      action={mayChange && <TextLink to={screens.myBusiness.path}>Add it under My business</TextLink>}
    >
      {children}
    </ErrorState>
  );
}
