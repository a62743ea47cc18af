import type { MarketplaceService } from "@tradewind/contract/catalogue/products.ts";
import { isServiceDisabled, type Level } from "@tradewind/domain/catalogue/products.ts";
import { instanceMark } from "@tradewind/domain/catalogue/instances.ts";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { ProductIcon } from "../../shared/product-icon.tsx";

export const isDisabled = (service: MarketplaceService, level: Level): boolean =>
  service.ManagedElsewhere ||
  isServiceDisabled(
    {
      id: service.ProductId,
      agreementServiceId: service.Id,
      subId: service.SubId,
      added: service.Added,
      status: service.ServiceInstanceStatus,
      cardinality: service.OrderLimit,
    },
    level,
  );

const states = {
  Activating: "Being activated",
  Deleting: "Being deleted",
  ActivationFailed: "Activation failed",
  DeletionFailed: "Deletion failed",
} as const;

/** Icon and name; a check mark and an arrow for what is there, amber while it changes, red when that failed. */
export function ServiceRow({
  service,
  level,
  onChoose,
}: {
  service: MarketplaceService;
  level: Level;
  onChoose: () => void;
}) {
  const disabled = isDisabled(service, level);
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onChoose}
      className="group flex min-h-14 w-full items-center gap-3 rounded-control px-2.5 py-2 text-left transition-colors enabled:hover:bg-sunken"
    >
      <span className={disabled ? "opacity-60" : ""}>
        <ProductIcon icon={service.Icon} name={service.Name} />
      </span>
      <span className="grid min-w-0 flex-1">
        <span className={`truncate font-medium ${disabled ? "text-muted" : ""}`}>{service.Name}</span>
        {service.ManagedElsewhere && <span className="truncate text-sm text-muted">Managed at the vendor</span>}
      </span>
      <ServiceMark status={service.ServiceInstanceStatus} disabled={disabled} />
    </button>
  );
}

function ServiceMark({ status, disabled }: { status: MarketplaceService["ServiceInstanceStatus"]; disabled: boolean }) {
  const mark = instanceMark(status);
  if (mark === "amber" || mark === "red")
    return (
      <span className="shrink-0 text-sm">
        <StatusDot tone={mark === "amber" ? "warning" : "fail"} moving={mark === "amber"}>
          {states[status as keyof typeof states]}
        </StatusDot>
      </span>
    );
  if (mark === "check")
    return (
      <span className="flex shrink-0 items-center gap-2 text-sm text-success">
        <Icon name="check" />
        <span>Added</span>
        <Icon name="arrowRight" className={disabled ? "text-muted" : "text-ink"} />
      </span>
    );
  return null;
}

export function ServiceRowsSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-x-4 md:grid-cols-2">
      {Array.from({ length: 8 }, (_, line) => (
        <div key={line} className="flex min-h-14 items-center gap-3 px-2.5">
          <Skeleton className="size-9" />
          <Skeleton className="w-2/5" />
        </div>
      ))}
    </div>
  );
}
