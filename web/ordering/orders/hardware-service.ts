import type { HardwareService } from "@tradewind/contract/ordering/hardware.ts";
import type { Journey, WireChange } from "@tradewind/contract/ordering/orders.ts";
import { hardwareProduct } from "@tradewind/domain/ordering/goods.ts";
import type { FieldValue } from "../../shared/field-answers.ts";
import { itemsOf } from "./journey-answers.ts";

/** Returns what is ordered of hardware, without what it costs, as its own call takes it; undefined of other products. */
export function hardwareServiceOf(
  journey: Journey,
  change: WireChange | undefined,
  details: Readonly<Record<string, FieldValue>>,
): HardwareService | undefined {
  if (journey.ProductId !== hardwareProduct || journey.Action !== "Add" || change?.Kind !== "add") return undefined;
  const items = [...itemsOf(journey).values()];
  const groups: { of: string | undefined; Products: HardwareService["OrderProducts"][number]["Products"] }[] = [];
  for (const { OfferId, Quantity } of change.Lines) {
    const item = items.find(({ Offers }) => Offers.some((offer) => offer.OfferId === OfferId));
    // Lines stay in their order, in which they are proposed.
    if (groups.length === 0 || groups.at(-1)!.of !== item?.Group) groups.push({ of: item?.Group, Products: [] });
    groups.at(-1)!.Products.push({ OfferId, Price: null, Quantity });
  }
  const given = (name: string) => (details[name] ? String(details[name]) : null);
  return {
    OrganisationID: journey.Customer.Id,
    OrderProducts: groups.map(({ Products }) => ({ Products })),
    DeliveryOption: journey.Delivery.find(({ Id }) => Id === change.DeliveryOption) ?? null,
    Address: change.DeliveryOption
      ? {
          Type: details["AddressType"] === "1" ? 1 : 0,
          Address1: given("Address1"),
          Address2: given("Address2"),
          Address3: given("Address3"),
          TownCity: given("TownCity"),
          County: given("County"),
          PostCode: given("PostCode"),
          Telephone: given("Telephone"),
        }
      : null,
  };
}
