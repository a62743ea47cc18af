import type { MarketplaceService } from "@tradewind/contract/catalogue/products.ts";
import { isServiceDisabled, type Level } from "@tradewind/domain/catalogue/products.ts";
import { instanceMark } from "@tradewind/domain/catalogue/instances.ts";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { ServiceState } from "../../shared/service-status.tsx";
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

/** Why a product cannot be pressed; a state that is not settled says so itself. */
function reasonOf(service: MarketplaceService, level: Level): string | undefined {
  if (service.ManagedElsewhere) return "Managed at the vendor";
  if (service.ServiceInstanceStatus !== "Active") return undefined;
  if (service.OrderLimit === "OncePerReseller") return "Only once for your company";
  return level === "user" ? "Only once for each user" : "Only once for each customer";
}

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
  const reason = disabled ? reasonOf(service, level) : undefined;
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onChoose}
      className="group flex min-h-14 w-full items-center gap-3 rounded-control px-2.5 py-2 text-left transition-colors enabled:hover:bg-sunken"
    >
      <span className={disabled ? "opacity-60" : ""}>
        <ProductIcon icon={service.Icon} name={service.Name} image={service.ImageSrc} />
      </span>
      <span className="grid min-w-0 flex-1">
        <span className={`truncate font-medium ${disabled ? "text-muted" : ""}`}>{service.Name}</span>
        {reason && <span className="truncate text-sm text-muted">{reason}</span>}
      </span>
      <ServiceMark status={service.ServiceInstanceStatus} disabled={disabled} />
    </button>
  );
}

function ServiceMark({ status, disabled }: { status: MarketplaceService["ServiceInstanceStatus"]; disabled: boolean }) {
  if (status === null || instanceMark(status) === "none") return null;
  if (instanceMark(status) !== "check")
    return (
      <span className="shrink-0 text-sm">
        <ServiceState status={status} />
      </span>
    );
  return (
    <span className="flex shrink-0 items-center gap-2 text-sm text-success">
      <Icon name="check" />
      <span>Added</span>
      {!disabled && <Icon name="arrowRight" className="text-ink" />}
    </span>
  );
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
