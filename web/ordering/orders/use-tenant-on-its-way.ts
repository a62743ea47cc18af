import type { Journey } from "@tradewind/contract/ordering/orders.ts";
import type { TenantRequest } from "@tradewind/contract/ordering/tenants.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { tenantRequestQuery } from "../tenants/tenants.queries.ts";
import type { TenantAnswer } from "./carried-answers.ts";

const isUnderWay = ({ State }: TenantRequest) => State === "preparing" || State === "waiting" || State === "connected";

/**
 * Tells whether a tenant of the customer is on its way: it is connected before anything is ordered, since the order would
 * create another one.
 */
export function useTenantOnItsWay(journey: Journey, answer: TenantAnswer | undefined) {
  const vendor = journey.BringsTenantTo;
  const request = useQuery({
    ...tenantRequestQuery(journey.Customer.Id, journey.ProductId),
    enabled: vendor !== null,
  });
  const [tenant, setTenant] = useState(answer);
  return {
    request,
    vendor,
    isComing:
      vendor !== null &&
      (tenant === "existing" || !request.isFetched || (request.data != null && isUnderWay(request.data))),
    isNew: tenant === "new",
    /** Orders a new tenant instead, where the person had said that there is one. */
    onNew: tenant === "existing" ? () => setTenant("new") : undefined,
  };
}
export type TenantOnItsWay = ReturnType<typeof useTenantOnItsWay>;
