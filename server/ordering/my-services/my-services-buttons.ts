import { acts } from "@tradewind/contract/acts.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import type { ListId, ServiceButton } from "@tradewind/contract/ordering/my-services.ts";
import { addAddress, modifyAddress } from "@tradewind/contract/catalogue/journey-address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { admits } from "@tradewind/domain/values/permissions.ts";
import { flagsOn, type TenantActor } from "../../platform/actor.ts";
import type { Vendors } from "../../platform/vendors.ts";
import { mayUseProduct } from "../../platform/restriction.ts";
import { isStopped, type Product } from "../../catalogue/products/products.store.ts";
import type { ServiceAction } from "../forms/forms.store.ts";
import { consoleButtons, toButton } from "../forms/service-buttons.reads.ts";
import type { Instance } from "../instances/instances.store.ts";
import type { DetailRow } from "./my-services.store.ts";

type Customer = { id: string; status: "Active" | "Suspended" };

/** The facts of a product that decide how it is added. */
export const journeyOf = (product: Pick<Product, "route_name" | "listing_id" | "new_journey" | "journey_type">) => ({
  routeName: product.route_name,
  listingId: product.listing_id,
  newJourney: product.new_journey,
  journeyType: product.journey_type,
});

/** Whether a product can be ordered here by this person. */
export const isSoldTo = (actor: TenantActor, product: Product) =>
  !isStopped(product, actor) && !product.managed_elsewhere && mayUseProduct(actor, product.id);

/** A button that opens a page of the portal. */
const pageButton = (
  action: string,
  text: string,
  address: string,
  {
    style = "modify",
    productId,
    isDisabled = false,
  }: { style?: "add" | "modify"; productId: string; isDisabled?: boolean },
): ServiceButton => ({
  Action: action,
  Style: style,
  Text: text,
  DataTestId: `my-services-${action}`,
  IsDisabled: isDisabled,
  Data: { PopUp: "Page", Payload: { Address: address } },
  AnalyticsData: { Action: action, Page: "my-services", Campaign: productId },
});

const isOpen = (row: DetailRow) => row.status === "active" && row.at_vendor === "provided";

type OfList = {
  actor: TenantActor;
  product: Product;
  /** What its customers are offered to go up to, if anything. */
  better: Product | undefined;
  customer: Customer;
  listId: ListId;
  rows: readonly DetailRow[];
};

/** What can be added to a list, or changed in it as a whole. */
export function listButtons({ actor, product, better, customer, listId, rows }: OfList): ServiceButton[] {
  if (!admits(acts.order.access, actor)) return [];
  const flags = flagsOn(actor);
  const [productId, customerId] = [product.id, customer.id];
  const isDisabled = customer.status === "Suspended";
  const instances = [...new Set(rows.map((row) => row.instance_id))];
  const isFull = product.cardinality !== "MultiplePerCustomer" && rows.length > 0;
  const isSold = isSoldTo(actor, product);
  const add = isSold && !isFull && addAddress(journeyOf(product), { customerId }, flags);
  const only = instances.length === 1 && rows.some(isOpen) ? instances[0] : undefined;
  const change =
    listId !== "add-ons" &&
    only &&
    modifyAddress(
      { routeName: product.route_name, productId },
      { customerId, userId: rows[0]!.membership_id, instanceId: only, isOnly: true },
      flags,
    );
  const held = rows.filter(isOpen);
  const goUp =
    better &&
    held.length > 0 &&
    flags.has(product.upgrade_flag ?? "") &&
    addAddress(journeyOf(better), { customerId }, flags, {
      upgradeOf: held[0]!.instance_id,
      seats: String(held.reduce((seats, { quantity }) => seats + quantity, 0)),
    });
  const isNce = product.journey_type === "nce";
  return [
    ...(listId === "subscriptions" && add
      ? [pageButton("add", `Add ${product.name}`, add, { style: "add", productId, isDisabled })]
      : []),
    ...(listId === "users" && isSold
      ? [
          pageButton("add-for-user", "Add for a user", linkTo(screens.customerUsers, { ctx: customerId }), {
            style: "add",
            productId,
            isDisabled,
          }),
        ]
      : []),
    ...(change ? [pageButton("modify", "Change quantities", change, { productId, isDisabled })] : []),
    ...(listId === "subscriptions" && isNce && flags.has("NCEGlobalModify") && held.length > 1
      ? [
          pageButton(
            "modify-together",
            "Change together",
            linkTo(screens.plans, {}, { ProductId: productId, CustomerId: customerId }),
            { productId, isDisabled },
          ),
        ]
      : []),
    ...(listId === "subscriptions" && goUp && better
      ? [pageButton("upgrade-product", `Upgrade to ${better.name}`, goUp, { productId, isDisabled })]
      : []),
  ];
}

type OfRow = {
  actor: TenantActor;
  vendors: Vendors;
  product: Product;
  customer: Customer;
  row: DetailRow;
  /** The service that the row belongs to, and what can be done to it besides ordering. */
  instance: Instance;
  actions: readonly ServiceAction[];
};

/** What can be done to one row of a list. */
export function rowButtons({ actor, vendors, product, customer, row, instance, actions }: OfRow): ServiceButton[] {
  const productId = product.id;
  const address = { ctx: customer.id, instanceId: row.instance_id };
  const open = pageButton("open", "Open service", linkTo(screens.service, address), { productId });
  const console = consoleButtons({ actor, vendors, fulfiller: product.fulfiller, instance });
  if (!admits(acts.order.access, actor)) return [open, ...console];
  const isDisabled = customer.status === "Suspended" || !isOpen(row);
  return [
    open,
    ...console,
    pageButton("modify", "Change", linkTo(screens.modifyService, { ...address, listingId: productId }), {
      productId,
      isDisabled,
    }),
    ...(row.is_upgradable
      ? [pageButton("upgrade", "Upgrade", linkTo(screens.upgradeService, address), { productId, isDisabled })]
      : []),
    ...actions.map((action) => toButton(action, instance)),
    pageButton("delete", "Delete service", linkTo(screens.deleteService, address), {
      productId,
      isDisabled: row.at_vendor === "changing",
    }),
  ];
}
