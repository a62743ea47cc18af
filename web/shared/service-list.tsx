import type { ServiceItem } from "@tradewind/contract/ordering/services.ts";
import { Icon } from "../ui/icon.tsx";
import { Skeleton } from "../ui/placeholder.tsx";
import { serviceAddress } from "./customer-context.ts";
import { appLink } from "./link-render.tsx";
import { ProductIcon } from "./product-icon.tsx";
import { RetryButton } from "./retry-button.tsx";
import { countedEach, namesHeld } from "./units.ts";
import { hasFailed, isChanging, ServiceStatus } from "./service-status.tsx";

/** A customer's services: what, how many, in what state and why, and Retry where it failed. */
export function ServiceList({ services, mayRetry }: { services: readonly ServiceItem[]; mayRetry: boolean }) {
  return (
    <ul className="border-t border-line">
      {services.map((service) => (
        <li
          key={service.Id}
          className="relative flex items-start gap-4 border-b border-line px-5 py-4 transition-colors last:rounded-b-card last:border-0 hover:bg-canvas max-md:px-4"
        >
          <ProductIcon icon={service.Icon} name={service.ProductName} />
          <div className="grid min-w-0 flex-1 gap-x-6 gap-y-1 md:grid-cols-[minmax(0,1fr)_180px]">
            <div className="grid min-w-0 content-start">
              {appLink({
                href: serviceAddress(service.CustomerId, service.Id),
                className:
                  "w-fit max-w-full truncate rounded-control font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text",
                onClick: () => {},
                children: service.ProductName,
              })}
              <span className="figures text-sm text-muted">
                {service.UserName && `${service.UserName} · `}
                {service.Names.length > 0 && `${namesHeld(service.Names)} · `}
                {countedEach(service.Quantities)}
              </span>
            </div>
            <ServiceStatus service={service} />
            {service.Reason && (
              <p
                className={`text-sm wrap-anywhere md:col-span-2 ${hasFailed(service.Status) ? "text-danger" : "text-muted"}`}
              >
                {service.Reason}
              </p>
            )}
          </div>
          {mayRetry && hasFailed(service.Status) ? (
            <span className="relative z-1">
              <RetryButton instanceId={service.Id} name={service.ProductName} size="small" />
            </span>
          ) : (
            <Icon
              name={isChanging(service.Status) ? "clock" : "chevronRight"}
              className="mt-2.5 text-muted max-md:hidden"
            />
          )}
        </li>
      ))}
    </ul>
  );
}

export function ServiceListSkeleton() {
  return (
    <div aria-hidden="true" className="border-t border-line">
      {[0, 1, 2].map((line) => (
        <div key={line} className="flex gap-4 border-b border-line px-5 py-4 last:border-0 max-md:px-4">
          <Skeleton className="size-9" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="w-2/5" />
            <Skeleton className="h-3 w-24" />
          </div>
        </div>
      ))}
    </div>
  );
}
