import { Skeleton } from "../../ui/placeholder.tsx";
import { PriceBreakdownSkeleton } from "../../shared/price-skeleton.tsx";

export const JourneySkeleton = () => (
  <div aria-hidden="true" className="grid gap-6">
    <div className="grid gap-2">
      <Skeleton className="h-7 w-72" />
      <Skeleton className="w-40" />
    </div>
    <JourneyBodySkeleton />
  </div>
);

const JourneyBodySkeleton = () => (
  <div aria-hidden="true" className="grid gap-6">
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
