import type { Route } from "./platform/http.ts";
import { agreementsRoutes } from "./features/agreements/agreements.routes.ts";
import { authRoutes } from "./features/auth/auth.routes.ts";
import { catalogueRoutes } from "./features/catalogue/catalogue.routes.ts";
import { clockRoutes } from "./features/clock/clock.routes.ts";
import { customersRoutes } from "./features/customers/customers.routes.ts";
import { dashboardRoutes } from "./features/dashboard/dashboard.routes.ts";
import { announcementsRoutes } from "./features/messages/announcements.routes.ts";
import { ratingsRoutes } from "./features/messages/ratings.routes.ts";
import { flagsRoutes } from "./features/flags/flags.routes.ts";
import { notificationsRoutes } from "./features/notifications/notifications.routes.ts";
import { applicationsRoutes } from "./features/applications/applications.routes.ts";
import { invitationsRoutes } from "./features/invitations/invitations.routes.ts";
import { mailboxRoutes } from "./features/mailbox/mailbox.routes.ts";
import { jumpRoutes } from "./features/auth/jump.routes.ts";
import { restrictionsRoutes } from "./features/restrictions/restrictions.routes.ts";
import { robotCheckRoutes } from "./features/robot-check/robot-check.routes.ts";
import { linkAccountRoutes } from "./features/auth/link-account.routes.ts";
import { ssoRoutes } from "./features/sso/sso.routes.ts";
import { providerLinksRoutes } from "./features/sso/provider-links.routes.ts";
import { sessionRoutes } from "./features/session/session.routes.ts";
import { sessionsRoutes } from "./features/session/sessions.routes.ts";
import { formsRoutes } from "./features/forms/forms.routes.ts";
import { invoicesRoutes } from "./features/invoices/invoices.routes.ts";
import { mfaRoutes } from "./features/mfa/mfa.routes.ts";
import { myBusinessRoutes } from "./features/my-business/my-business.routes.ts";
import { ordersRoutes } from "./features/orders/orders.routes.ts";
import { passkeysRoutes } from "./features/passkeys/passkeys.routes.ts";
import { quickLinksRoutes } from "./features/dashboard/quick-links.routes.ts";
import { passwordsRoutes } from "./features/passwords/passwords.routes.ts";
import { customerChecksRoutes } from "./features/customers/customer-checks.routes.ts";
import { serviceListsRoutes } from "./features/services/service-lists.routes.ts";
import { servicesRoutes } from "./features/services/services.routes.ts";
import { companiesRoutes } from "./features/companies/companies.routes.ts";
import { displayRoutes } from "./features/display/display.routes.ts";
import { rolesRoutes } from "./features/roles/roles.routes.ts";
import { usersRoutes } from "./features/users/users.routes.ts";
import { partnerSystemsRoutes } from "./features/partner-systems/partner-systems.routes.ts";
import { footerRoutes } from "./features/footer/footer.routes.ts";
import { workRoutes } from "./features/work/work.routes.ts";
import { microFrontendsRoutes } from "./features/micro-frontends/micro-frontends.routes.ts";
import { whiteLabelRoutes } from "./features/white-label/white-label.routes.ts";
import { supportDeskRoutes } from "./features/support/desk.routes.ts";
import { supportRoutes } from "./features/support/support.routes.ts";
import { streamRoutes } from "./features/notifications/stream.routes.ts";

/** Every endpoint with what answers it. */
export const routes: readonly Route[] = [
  ...authRoutes,
  ...passwordsRoutes,
  ...mfaRoutes,
  ...passkeysRoutes,
  ...robotCheckRoutes,
  ...jumpRoutes,
  ...applicationsRoutes,
  ...invitationsRoutes,
  ...usersRoutes,
  ...restrictionsRoutes,
  ...rolesRoutes,
  ...displayRoutes,
  ...companiesRoutes,
  ...mailboxRoutes,
  ...linkAccountRoutes,
  ...ssoRoutes,
  ...providerLinksRoutes,
  ...sessionRoutes,
  ...sessionsRoutes,
  ...dashboardRoutes,
  ...customersRoutes,
  ...catalogueRoutes,
  ...agreementsRoutes,
  ...invoicesRoutes,
  ...myBusinessRoutes,
  ...ordersRoutes,
  ...servicesRoutes,
  ...serviceListsRoutes,
  ...customerChecksRoutes,
  ...formsRoutes,
  ...workRoutes,
  ...streamRoutes,
  ...whiteLabelRoutes,
  ...clockRoutes,
  ...microFrontendsRoutes,
  ...quickLinksRoutes,
  ...flagsRoutes,
  ...announcementsRoutes,
  ...ratingsRoutes,
  ...notificationsRoutes,
  ...partnerSystemsRoutes,
  ...footerRoutes,
  ...supportRoutes,
  ...supportDeskRoutes,
];
