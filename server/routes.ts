import type { Route } from "./platform/http.ts";
import { agreementsRoutes } from "./features/agreements/agreements.routes.ts";
import { authRoutes } from "./features/auth/auth.routes.ts";
import { catalogueRoutes } from "./features/catalogue/catalogue.routes.ts";
import { clockRoutes } from "./features/clock/clock.routes.ts";
import { customersRoutes } from "./features/customers/customers.routes.ts";
import { dashboardRoutes } from "./features/dashboard/dashboard.routes.ts";
import { linkAccountRoutes } from "./features/auth/link-account.routes.ts";
import { ssoRoutes } from "./features/sso/sso.routes.ts";
import { sessionRoutes } from "./features/session/session.routes.ts";
import { invoicesRoutes } from "./features/invoices/invoices.routes.ts";
import { ordersRoutes } from "./features/orders/orders.routes.ts";
import { servicesRoutes } from "./features/services/services.routes.ts";
import { workRoutes } from "./features/work/work.routes.ts";
import { streamRoutes } from "./features/notifications/stream.routes.ts";

/** Every endpoint with what answers it. */
export const routes: readonly Route[] = [
  ...authRoutes,
  ...linkAccountRoutes,
  ...ssoRoutes,
  ...sessionRoutes,
  ...dashboardRoutes,
  ...customersRoutes,
  ...catalogueRoutes,
  ...agreementsRoutes,
  ...invoicesRoutes,
  ...ordersRoutes,
  ...servicesRoutes,
  ...workRoutes,
  ...streamRoutes,
  ...clockRoutes,
];
