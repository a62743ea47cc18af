/** Every feature's endpoints, by operation name. */
import { agreements } from "./agreements.ts";
import { auth } from "./auth.ts";
import { catalogue } from "./catalogue.ts";
import { clock } from "./clock.ts";
import { customers } from "./customers.ts";
import { dashboard } from "./dashboard.ts";
import type { Endpoint } from "./endpoint.ts";
import { announcements } from "./announcements.ts";
import { flags } from "./flags.ts";
import { invoices } from "./invoices.ts";
import { mfa } from "./mfa.ts";
import { notifications } from "./notifications.ts";
import { orders } from "./orders.ts";
import { passwords } from "./passwords.ts";
import { applications } from "./applications.ts";
import { mailbox } from "./mailbox.ts";
import { jump } from "./jump.ts";
import { ratings } from "./ratings.ts";
import { robotCheck } from "./robot-check.ts";
import { services } from "./services.ts";
import { sso } from "./sso.ts";
import { work } from "./work.ts";
import { session } from "./session.ts";
import { sessions } from "./sessions.ts";

const features = {
  auth,
  passwords,
  mfa,
  robotCheck,
  jump,
  applications,
  mailbox,
  sso,
  session,
  sessions,
  dashboard,
  customers,
  catalogue,
  agreements,
  orders,
  services,
  work,
  invoices,
  notifications,
  clock,
  flags,
  announcements,
  ratings,
};

/** `feature.operation` → endpoint. */
export const endpoints: Record<string, Endpoint> = Object.fromEntries(
  Object.entries(features).flatMap(([feature, operations]) =>
    Object.entries(operations).map(([operation, endpoint]) => [`${feature}.${operation}`, endpoint as Endpoint]),
  ),
);
