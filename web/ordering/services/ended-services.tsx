import type { ServiceItem } from "@tradewind/contract/ordering/services.ts";
import { ServiceList } from "../../shared/service-list.tsx";

/** Lists the services that have ended, collapsed below those that run. */
export const EndedServices = ({ services }: { services: readonly ServiceItem[] }) => (
  <details className="border-t border-line">
    <summary className="min-h-6 px-5 py-3 text-muted hover:text-ink max-md:px-4">
      {services.length.toLocaleString("en-GB")} ended {services.length === 1 ? "service" : "services"}
    </summary>
    <ServiceList services={services} mayRetry={false} />
  </details>
);
