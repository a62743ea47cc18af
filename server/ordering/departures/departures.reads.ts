import type { WireChange } from "@tradewind/contract/ordering/orders.ts";
import { mayManage } from "@tradewind/domain/access/users.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import type { Db } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { workOut, type Wanted } from "../proposals/proposals.reads.ts";
import { listOfLevel } from "../services/service-lists.store.ts";
import { listSubscriptionsOfCustomer, type SubscriptionRow } from "../subscriptions/subscriptions.store.ts";
import { findCustomersUser, listUnitsOf } from "./departures.store.ts";

type Asking = { db: Db; actor: TenantActor; now: Date; platform: Platform };
/** What ends with a user: a service of theirs, or their unit of one of the customer's; what was bought for them stays. */
type Leaving = {
  kind: "service" | "licence" | "purchase";
  name: string;
  /** The change that ends it; undefined if nothing of it is left to end. */
  order: Wanted | undefined;
  /** The first day without it; null if it ends at once. */
  until: string | null;
  /** Why it cannot end. */
  refusal: AppError | undefined;
};

/** Finds a user whom the caller may delete, of a customer all of whose products the caller may change. */
export async function findLeaving(db: Db, actor: TenantActor, userId: string) {
  const user = orNotFound(await findCustomersUser(db, actor, userId));
  if (!mayManage(actor, { kind: user.kind, customerId: user.customer_id })) throw new AppError("notFound");
  if (user.person_id === actor.personId) throw new AppError("notYourself");
  if (actor.restriction?.products) throw new AppError("onlyPartOfCompany");
  return user;
}

type Asked = { product_id: string; id: string };

/** Works out a change of a service, as an order of it would do it now. Returns the refusal if it cannot be ordered. */
async function tryTo(
  { db, actor, now, platform }: Asking,
  customerId: string,
  of: Asked,
  Change: WireChange,
): Promise<Wanted | AppError> {
  if (!actor.rights.has("addProducts")) return new AppError("PermissionNotFound");
  const wanted = { CustomerId: customerId, ProductId: of.product_id, InstanceId: of.id, Details: {}, Change };
  return workOut(db, actor, now, platform, wanted).then(
    () => wanted,
    (error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    },
  );
}

/** Works out how a service of a user ends: at once where it can be cancelled, else with its term. */
async function endService(
  asking: Asking,
  customerId: string,
  service: Asked & { product_name: string },
  rows: readonly SubscriptionRow[],
): Promise<Leaving> {
  const of = rows.filter((row) => row.billing !== "once");
  const keys = of.filter((row) => row.term_end.outcome !== "cancel").map((row) => row.id);
  const until = of.reduce<string | null>(
    (last, row) => (row.term_until !== null && (last === null || row.term_until > last) ? row.term_until : last),
    null,
  );
  const leaving = { kind: "service", name: service.product_name, order: undefined, until, refusal: undefined } as const;
  if (keys.length === 0) return leaving;
  const cancel = await tryTo(asking, customerId, service, { Kind: "cancel", Keys: keys });
  if (!(cancel instanceof AppError)) return { ...leaving, order: cancel, until: null };
  const Targets = keys.map((Key) => ({ Key, Outcome: "cancel" as const }));
  const schedule = await tryTo(asking, customerId, service, { Kind: "schedule", Targets });
  return schedule instanceof AppError ? { ...leaving, refusal: cancel } : { ...leaving, order: schedule };
}

/** Works out what ends with a user: their own services, and their units of the customer's. */
export async function listLeaving(
  asking: Asking,
  { id, customer_id: customerId, email }: { id: string; customer_id: string; email: string },
): Promise<Leaving[]> {
  const { db, actor } = asking;
  const [services, rows, units] = await Promise.all([
    listOfLevel(db, actor, customerId, id),
    listSubscriptionsOfCustomer(db, actor.resellerId, customerId),
    listUnitsOf(db, actor.resellerId, customerId, email),
  ]);
  const leaving: Leaving[] = [];
  // One after the other, as they are ordered: a user has a handful.
  for (const service of services) {
    const of = rows.filter((row) => row.instance_id === service.id);
    if (of.some((row) => row.billing !== "once")) leaving.push(await endService(asking, customerId, service, of));
    for (const { name } of of.filter((row) => row.billing === "once" && row.status !== "cancelled"))
      leaving.push({ kind: "purchase", name, order: undefined, until: null, refusal: undefined });
  }
  const own = new Set(services.map((service) => service.id));
  const ofOthers = units.filter((unit) => !own.has(unit.instance_id));
  for (const [instanceId, of] of Map.groupBy(ofOthers, (unit) => unit.instance_id)) {
    const Targets = of.map((unit) => ({ Key: unit.subscription_id, People: [unit.person_id] }));
    const asked = { id: instanceId, product_id: of[0]!.product_id };
    const order = await tryTo(asking, customerId, asked, { Kind: "unassign", Targets });
    const named = { kind: "licence", name: of.map((unit) => unit.name).join(", "), until: null } as const;
    leaving.push(
      order instanceof AppError
        ? { ...named, order: undefined, refusal: order }
        : { ...named, order, refusal: undefined },
    );
  }
  return leaving;
}
