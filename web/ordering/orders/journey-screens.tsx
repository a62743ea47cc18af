import { screens } from "@tradewind/contract/screens.ts";
import { lazy, Suspense } from "react";
import { readContext } from "../../shared/customer-context.ts";
import { useParamsOf } from "../../shared/screen-address.ts";
import { JourneyPage } from "./journey-page.tsx";
import { JourneySkeleton } from "./journey-skeleton.tsx";

const StandingService = lazy(async () => ({ default: (await import("./standing-service.tsx")).StandingService }));

function useJourneyParams<
  S extends typeof screens.addService | typeof screens.addListing | typeof screens.modifyService,
>(screen: S) {
  const params = useParamsOf(screen);
  return { ...params, ...readContext(params.ctx) };
}

/** `add-service/{route}`; with `+modify` in the customer's segment it changes what stands (ORD-38, ORD-39). */
export function AddServiceScreen() {
  const { customerId, userId, modify, route } = useJourneyParams(screens.addService);
  if (modify)
    return (
      <Suspense fallback={<JourneySkeleton />}>
        <StandingService {...{ customerId, userId, route }} action="Modify" />
      </Suspense>
    );
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
