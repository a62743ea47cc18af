import { instanceStateNumber } from "@tradewind/domain/catalogue/instances.ts";
import { allUnderWay } from "@tradewind/contract/ordering/work-words.ts";
import type { ServiceItem } from "@tradewind/contract/ordering/services.ts";
import type { ServiceRow } from "../instances/instances.store.ts";

export const toServiceItem = (row: ServiceRow): ServiceItem => ({
  Id: row.id,
  CustomerId: row.customer_id,
  CustomerName: row.customer_name,
  ProductId: row.product_id,
  ProductName: row.product_name,
  RouteName: row.route_name,
  Icon: row.icon,
  Level: row.membership_id === null ? "customer" : "user",
  UserId: row.membership_id,
  UserName: row.membership_id === null ? null : `${row.first_name} ${row.last_name}`.trim(),
  Status: row.status,
  StatusNumber: instanceStateNumber(row.status),
  Reason: row.reason,
  Since: row.since.toISOString(),
  UnderWay: row.at_work && { What: allUnderWay(row.at_work.tasks), IsUnanswered: row.at_work.unanswered },
  Quantities: row.quantities,
  Names: row.names.filter((name) => name !== row.product_name),
});
