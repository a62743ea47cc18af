import { customerChecks, type DeletionVerdict } from "@tradewind/contract/customers/customer-checks.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import { answer } from "../../platform/http.ts";
import { findStanding, hasLive, type Standing } from "./customer-checks.store.ts";
import { findCustomer } from "./customers.store.ts";

/** The products the specification calls Office 365. */
const office365 = ["Office365Core", "Office365Secure"] as const;

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

function verdictOf({ services, orders, users, charges }: Standing): DeletionVerdict {
  const Reasons: DeletionVerdict["Reasons"] = [
    ...(services > 0
      ? [
          {
            Code: "liveServices" as const,
            Text: `${counted(services, "service has", "services have")} not been deleted yet.`,
          },
        ]
      : []),
    ...(orders > 0
      ? [{ Code: "openOrders" as const, Text: `${counted(orders, "order is", "orders are")} still with the vendor.` }]
      : []),
    ...(users > 0
      ? [{ Code: "users" as const, Text: `${counted(users, "person", "people")} can still sign in for this customer.` }]
      : []),
    ...(charges > 0
      ? [{ Code: "openCharges" as const, Text: `${counted(charges, "charge is", "charges are")} not invoiced yet.` }]
      : []),
  ];
  return { Allowed: Reasons.length === 0, Reasons };
}

const customerOf = async (db: Db, actor: TenantActor, customerId: string) =>
  orNotFound(await findCustomer(db, actor, customerId));

export const customerChecksRoutes = [
  answer(customerChecks.canDelete, async ({ db, actor }, { params }) => {
    await customerOf(db, actor, params.customerId);
    // A person restricted to some products cannot tell what else the customer has.
    if (actor.restriction?.products) throw new AppError("onlyPartOfCompany");
    return verdictOf(await findStanding(db, actor, params.customerId));
  }),
  answer(customerChecks.canDeleteOffice365, async ({ db, actor }, { params }) => {
    await customerOf(db, actor, params.customerId);
    return verdictOf({ ...(await findStanding(db, actor, params.customerId, office365)), users: 0 });
  }),
  answer(
    customerChecks.userCount,
    async ({ db, actor }, { params }) => (await customerOf(db, actor, params.customerId)).user_count,
  ),
  answer(customerChecks.hasOffice365, async ({ db, actor }, { params }) => {
    await customerOf(db, actor, params.customerId);
    return hasLive(db, actor, params.customerId, { families: office365 });
  }),
  answer(customerChecks.hasAzure, async ({ db, actor }, { params }) => {
    await customerOf(db, actor, params.customerId);
    return hasLive(db, actor, params.customerId, { agreement: "azure" });
  }),
  answer(customerChecks.hasServices, async ({ db, actor }, { params }) => {
    await customerOf(db, actor, params.customerId);
    return hasLive(db, actor, params.customerId);
  }),
];
