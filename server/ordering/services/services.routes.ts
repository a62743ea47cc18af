import { services } from "@tradewind/contract/ordering/services.ts";
import { toCurrentSubscription } from "@tradewind/contract/ordering/proposals.ts";
import { isOpen, saidUntil, termEndPolicy, windowPolicy } from "@tradewind/domain/pricing/policies.ts";
import { isCancellable, mustWait } from "@tradewind/domain/pricing/quantity.ts";
import { differenceWords } from "@tradewind/contract/ordering/difference-words.ts";
import { lastMoment } from "@tradewind/domain/ordering/intents.ts";
import { intentWords } from "@tradewind/contract/ordering/intent-words.ts";
import { historyWords } from "@tradewind/contract/ordering/history-words.ts";
import { schedulesBilling, seesOf, seesPrices, type TenantActor } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { detailsInWords } from "../forms/details-words.reads.ts";
import { answer } from "../../platform/http.ts";
import { loadPolicies } from "../../catalogue/offers/offers.store.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { listIntentsOfInstance } from "../intents/intents.store.ts";
import { listDifferencesOfInstance } from "../vendor-views/vendor-views.store.ts";
import { askedOfLine } from "../journeys/line-attributes.reads.ts";
import { toResource } from "../resources/made-resources.reads.ts";
import { revealResource } from "../resources/resources.actions.ts";
import { listResourcesOfInstance } from "../resources/resources.store.ts";
import { ordersToWire } from "../orders/order-wire.reads.ts";
import { listOrdersOfInstance } from "../orders/orders.store.ts";
import {
  isChangeable,
  listHistoryOfInstance,
  listSubscriptionsOfInstance,
  toSubscription,
} from "../subscriptions/subscriptions.store.ts";
import { readNextSums } from "../subscriptions/next-sums.store.ts";
import { findService, listServicesOfCustomer } from "../instances/instances.store.ts";
import { fieldsOf, namesIn } from "./history-parts.reads.ts";
import { toServiceItem } from "./service-wire.reads.ts";

const maySettle = ({ kind }: TenantActor) => kind === "reseller" || kind === "engineer";

export const servicesRoutes = [
  answer(services.ofCustomer, async ({ actor, db }, { params }) => {
    orNotFound(await findCustomer(db, actor, params.customerId));
    return { Items: (await listServicesOfCustomer(db, actor, params.customerId)).map(toServiceItem) };
  }),
  answer(services.byId, async ({ actor, db, now, platform }, { params }) => {
    const service = orNotFound(await findService(db, actor, params.instanceId));
    const [rows, history, orders, policies, parted, intents, resources] = await Promise.all([
      listSubscriptionsOfInstance(db, actor.resellerId, service.id),
      listHistoryOfInstance(db, actor.resellerId, service.id),
      listOrdersOfInstance(db, actor.resellerId, service.id),
      loadPolicies(db),
      maySettle(actor) ? listDifferencesOfInstance(db, actor.resellerId, service.id) : [],
      listIntentsOfInstance(db, actor.resellerId, service.id),
      listResourcesOfInstance(db, actor.resellerId, service.id),
    ]);
    const priced = seesPrices(actor);
    const [people, sums] = await Promise.all([namesIn(db, actor.resellerId, history), readNextSums(db, actor, rows)]);
    const at = now.toISOString();
    const vendor = rows[0]?.fulfiller;
    const hasTime = (row: (typeof rows)[number]) =>
      row.at_vendor === "refused" || isCancellable(toSubscription(row), policies, { now: at });
    const mayLeave = (row: (typeof rows)[number]) =>
      row.status !== "cancelled" &&
      hasTime(row) &&
      rows.every((each) => each.parent_id !== row.id || each.status === "cancelled" || hasTime(each));
    return {
      Service: toServiceItem(service),
      Changeable: isChangeable(rows),
      ChargingModel: service.charging_model,
      // Who accepted what for the company is nothing to its people.
      Details:
        actor.self === null ? detailsInWords(platform.vendors.questionsOf(service.product_id), service.details) : {},
      Differences: parted.map((each) => ({
        Name: each.name,
        Text: differenceWords({ ...each, vendor: each.vendor_name }),
        State: each.state as "open" | "asked" | "accepted",
      })),
      TransferVendor: vendor && platform.vendors.can(vendor, "transfers") ? platform.vendors.nameOf(vendor) : null,
      Subscriptions: rows.map((row) => {
        const each = toSubscription(row);
        const window = windowPolicy(policies, each.policyIds);
        const current = toCurrentSubscription(
          each,
          {
            unit: row.unit,
            atVendor: row.at_vendor,
            isExtendable: row.is_extendable,
            changesBilling:
              schedulesBilling(actor) && row.changes_billing && platform.vendors.can(row.fulfiller, "changesBilling"),
            takesNewTerm: row.takes_new_term && platform.vendors.can(row.fulfiller, "changesTerms"),
            attributes: askedOfLine(row.offer_attributes),
            isUpgradable: row.is_upgradable,
            upgradesWhole: platform.vendors.can(row.fulfiller, "upgradesWhole"),
          },
          {
            open: (lot) => each.status === "active" && isOpen(window, lot, each.dispatchedAt, at),
            until: (lot) => saidUntil(window, lot, at),
          },
          seesOf(actor),
        );
        const isLocked = mustWait(each, policies, { now: at })?.refusal === "renewalLocked";
        return {
          ...current,
          IsCancellable: mayLeave(row),
          WaitsUntil: isLocked ? each.termUntil : null,
          Then: sums.get(row.id) ?? null,
        };
      }),
      IsMetered: rows.some((row) => row.is_metered),
      HasPeople: rows.some((row) => row.is_per_person),
      Intents: intents.map((each) => ({
        Id: each.id,
        SubscriptionId: each.subscription_id,
        Kind: each.kind,
        State: each.state,
        Text: intentWords({
          state: each.state,
          vendor: each.vendor_name,
          since: each.since.toISOString(),
          last: lastMoment(each.counts_from, termEndPolicy(policies, each.policy_ids).lockHours),
          isSuspended: each.status === "suspended",
        }),
        SetBy: each.set_by,
        SetAt: each.set_at.toISOString(),
      })),
      Resources: resources.flatMap((each) => toResource(each, actor.self === null)),
      History: history.map((entry) => ({
        Id: entry.id,
        SubscriptionName: entry.name,
        EffectiveAt: entry.effective_at.toISOString(),
        RecordedAt: entry.recorded_at.toISOString(),
        Kind: entry.kind,
        Text: historyWords({ ...entry, attributes: fieldsOf(entry.attributes), people, priced }),
      })),
      Orders: await ordersToWire(db, actor, platform.vendors, orders),
    };
  }),
  answer(services.reveal, (doing, { params }) => revealResource(doing, params.resourceId)),
];
