import { changeOfHardware, type HardwareService } from "@tradewind/contract/ordering/hardware.ts";
import { hardwareProduct } from "@tradewind/domain/ordering/goods.ts";
import { compareDecimals } from "@tradewind/domain/values/decimal.ts";
import { AppError } from "../../platform/app-error.ts";
import { placeOrder, type Ordering } from "../orders/orders.actions.ts";

/** Orders hardware with its delivery and its address. What it was shown to cost must be what it costs. */
export async function placeHardwareOrder(
  doing: Ordering,
  { ProposalHash, ...service }: HardwareService & { ProposalHash: string },
) {
  const { OrganisationID, OrderProducts, DeliveryOption, Address } = service;
  if (DeliveryOption !== null && Address === null)
    throw new AppError("invalidRequest", { fields: { Address: "Say where it is delivered" } });
  const placed = await placeOrder(doing, {
    CustomerId: OrganisationID,
    ProductId: hardwareProduct,
    Details: Address === null ? {} : answersOf(Address),
    Change: changeOfHardware(service),
    ProposalHash,
  });
  const costs = placed.proposal.subscriptions.map(({ unitCost }) => unitCost);
  const fields = Object.fromEntries([
    ...OrderProducts.flatMap(({ Products }, group) => Products.map((each, at) => ({ ...each, group, at }))).flatMap(
      ({ Price, group, at }, line) =>
        isAnother(Price, costs[line]) ? [[`OrderProducts.${group}.Products.${at}.Price`, notSo]] : [],
    ),
    ...(isAnother(DeliveryOption?.Cost, placed.delivery?.Cost) ? [["DeliveryOption.Cost", notSo]] : []),
  ]);
  if (Object.keys(fields).length > 0) throw new AppError("invalidRequest", { fields });
  return placed;
}

const notSo = "This is not what it costs";
const isAnother = (shown: string | null | undefined, cost: string | null | undefined): boolean =>
  shown !== null && shown !== undefined && (!cost || compareDecimals(shown, cost) !== 0);

/** The address as the journey asks for it. */
const answersOf = ({ Type, ...address }: NonNullable<HardwareService["Address"]>) => ({
  AddressType: String(Type),
  ...Object.fromEntries(Object.entries(address).map(([name, value]) => [name, value ?? null])),
});
