/** Every feature's endpoints, by operation name. */
import { agreements } from "./agreements.ts";
import { auth } from "./auth.ts";
import { catalogue } from "./catalogue.ts";
import { clock } from "./clock.ts";
import { customerChecks } from "./customer-checks.ts";
import { customerForms } from "./customer-forms.ts";
import { customers } from "./customers.ts";
import { dashboard } from "./dashboard.ts";
import type { Endpoint } from "./endpoint.ts";
import { invitations } from "./invitations.ts";
import { footer } from "./footer.ts";
import { forms } from "./forms.ts";
import { announcements } from "./announcements.ts";
import { flags } from "./flags.ts";
import { invoices } from "./invoices.ts";
import { mfa } from "./mfa.ts";
import { microFrontends } from "./micro-frontends.ts";
import { myBusiness } from "./my-business.ts";
import { notifications } from "./notifications.ts";
import { orders } from "./orders.ts";
import { passkeys } from "./passkeys.ts";
import { passwords } from "./passwords.ts";
import { applications } from "./applications.ts";
import { mailbox } from "./mailbox.ts";
import { jump } from "./jump.ts";
import { partnerSystems } from "./partner-systems.ts";
import { quickLinks } from "./quick-links.ts";
import { providerLinks } from "./provider-links.ts";
import { ratings } from "./ratings.ts";
import { restrictions } from "./restrictions.ts";
import { robotCheck } from "./robot-check.ts";
import { serviceLists } from "./service-lists.ts";
import { services } from "./services.ts";
import { sso } from "./sso.ts";
import { rolesOfUsers } from "./roles.ts";
import { companies } from "./companies.ts";
import { users } from "./users.ts";
import { display } from "./display.ts";
import { work } from "./work.ts";
import { whiteLabel } from "./white-label.ts";
import { support } from "./support.ts";
import { supportDesk } from "./support-desk.ts";
import { session } from "./session.ts";
import { waysIn } from "./sign-in.ts";
import { sessions } from "./sessions.ts";

const features = {
  auth: { ...auth, ...waysIn },
  passwords,
  mfa,
  passkeys,
  robotCheck,
  jump,
  applications,
  invitations,
  users,
  restrictions,
  roles: rolesOfUsers,
  display,
  companies,
  mailbox,
  sso,
  providerLinks,
  session,
  sessions,
  dashboard,
  customers: { ...customers, ...customerForms, ...customerChecks },
  catalogue,
  agreements,
  orders,
  services: { ...services, ...serviceLists },
  forms,
  work,
  invoices,
  myBusiness,
  notifications,
  whiteLabel,
  clock,
  microFrontends,
  quickLinks,
  flags,
  announcements,
  ratings,
  partnerSystems,
  footer,
  support,
  supportDesk,
};

/** `feature.operation` → endpoint. */
export const endpoints: Record<string, Endpoint> = Object.fromEntries(
  Object.entries(features).flatMap(([feature, operations]) =>
    Object.entries(operations).map(([operation, endpoint]) => [`${feature}.${operation}`, endpoint as Endpoint]),
  ),
);
