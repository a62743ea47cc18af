import { screens } from "@tradewind/contract/screens.ts";
import type { GateResources, Journey } from "@tradewind/contract/ordering/orders.ts";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState, Skeleton } from "../../ui/placeholder.tsx";
import { asApiError } from "../../platform/api-error.ts";
import { agreementGateWords } from "../../shared/agreement-words.ts";
import { namedService } from "../../shared/named-service.ts";
import { reviewAddress } from "../../shared/review-address.ts";
import { PriceBreakdownSkeleton } from "../../shared/price-breakdown.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { useCrumb } from "../../shared/crumb.ts";
import { customerAddress, readContext } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { customerServicesQuery, orderQuery } from "../services/services.queries.ts";
import { carriedOf, tenantAnswerOf } from "./carried-answers.ts";
import { linesAgain, type LinesAgain } from "./journey-answers.ts";
import { JourneyWizard } from "./journey-wizard.tsx";
import { useParamsOf, useSearchOf } from "../../shared/screen-address.ts";
import { journeyQuery, type JourneyAsked } from "../journeys/journeys.queries.ts";

function useJourneyParams<
  S extends typeof screens.addService | typeof screens.addListing | typeof screens.modifyService,
>(screen: S) {
  const params = useParamsOf(screen);
  return { ...params, ...readContext(params.ctx) };
}

/** `add-service/{route}`; with `+modify` in the customer's segment it changes what stands (ORD-38, ORD-39). */
export function AddServiceScreen() {
  const { customerId, userId, modify, route } = useJourneyParams(screens.addService);
  if (modify) return <StandingServiceJourney {...{ customerId, userId, route }} action="Modify" />;
  return <JourneyPage by="route" name={route} customerId={customerId} userId={userId} action="Add" />;
}

/** `cs/add-service/{listingGuid}` */
export function AddListingScreen() {
  const { customerId, userId, listingGuid } = useJourneyParams(screens.addListing);
  return <JourneyPage by="product" name={listingGuid} customerId={customerId} userId={userId} action="Add" />;
}

/**
 * `add-services/{number}/Add`, also for the customer or the user in the address (`/customer`, `/user`), or for the user whom
 * its last part names (ORD-25 to ORD-27).
 */
export function AddNumberedScreen() {
  const { ctx, type, to }: { ctx: string; type: string; to?: string } = useParamsOf(screens.addNumbered);
  const { customerId, userId } = readContext(ctx);
  const user = to === undefined || to === "user" ? userId : to === "customer" ? undefined : to;
  return <JourneyPage by="product" name={type} customerId={customerId} userId={user} action="Add" />;
}

/** `cs/modify-service/{instanceId}/{listingId}` */
export function ModifyServiceScreen() {
  const { customerId, userId, instanceId, listingId } = useJourneyParams(screens.modifyService);
  return (
    <JourneyPage
      by="product"
      name={listingId}
      customerId={customerId}
      userId={userId}
      instanceId={instanceId}
      action="Modify"
    />
  );
}

/** Finds the service of a product at the customer or user, and changes that one. */
function StandingServiceJourney(props: { customerId: string; userId?: string; route: string; action: "Modify" }) {
  const { data, error, refetch } = useQuery(customerServicesQuery(props.customerId));
  if (error && !data) return <QueryError page error={error} onRetry={() => void refetch()} />;
  if (!data) return <JourneySkeleton />;
  const service = namedService(data, props.route, props.userId);
  if (!service) return <NothingToChange customerId={props.customerId} />;
  return (
    <JourneyPage
      by="product"
      name={service.ProductId}
      customerId={props.customerId}
      userId={props.userId}
      instanceId={service.Id}
      action={props.action}
    />
  );
}

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
  useCrumb(journey && `${titles[action]} ${journey.ProductName}`, journey?.Customer.Name);
  const carried = useMemo(() => carriedOf(search), [search]);
  const again = useQuery({ ...orderQuery(search["again"] ?? ""), enabled: search["again"] !== undefined });
  if (error && !journey)
    return asApiError(error).code === "agreementNotSigned" ? (
      <AgreementGate customerId={customerId} {...(asApiError(error).resources as GateResources)} />
    ) : (
      <QueryError page error={error} onRetry={() => void refetch()} />
    );
  if (!journey || again.isLoading) return <JourneySkeleton />;
  return (
    <>
      <PageHeader
        title={`${titles[action]} ${journey.ProductName}`}
        about={
          <>
            for <TextLink to={customerAddress(journey.Customer.Id)}>{journey.Customer.Name}</TextLink>
            {again.data?.Again && ` · ${againWords(journey, again.data.Number, again.data.Again.Lines)}`}
          </>
        }
      />
      <JourneyWizard
        key={`${journey.ProductId} ${action} ${journey.BringsTenantTo}`}
        {...{ journey, userId, carried }}
        again={again.data?.Again?.Lines}
        tenantAnswer={tenantAnswerOf(search)}
        onTenant={() => void refetch()}
      />
    </>
  );
}

/** Says what is chosen already, and how much of it is no longer sold. */
function againWords(journey: Journey, number: string, lines: LinesAgain): string {
  const gone = lines.length - linesAgain(journey, lines).length;
  const chosen = `as in order ${number}, at today’s prices`;
  return gone === 0
    ? chosen
    : `${chosen}; ${gone === 1 ? "one line is" : `${gone} lines are`} no longer sold like that`;
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

function NothingToChange({ customerId }: { customerId: string }) {
  return (
    <>
      <PageHeader title="Nothing to change" />
      <p>
        The customer does not have this service.{" "}
        <TextLink to={customerAddress(customerId)}>Back to the customer</TextLink>
      </p>
    </>
  );
}

export function JourneySkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-6">
      <div className="grid gap-2">
        <Skeleton className="h-7 w-72" />
        <Skeleton className="w-40" />
      </div>
      <Skeleton className="w-2/3" />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid gap-4">
          <Skeleton className="h-6 w-48" />
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </div>
        <PriceBreakdownSkeleton />
      </div>
    </div>
  );
}
