import { changeOfVoice, fieldOfVoice, type VoiceService } from "@tradewind/contract/ordering/voice.ts";
import { voiceProduct } from "@tradewind/domain/ordering/voice.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { placeOrder, type Ordering } from "../orders/orders.actions.ts";
import { findOrder } from "../orders/orders.store.ts";

/** Orders hosted voice with its sites. Refusals name the site that they are about. */
export async function placeVoiceOrder(
  doing: Ordering,
  { ProposalHash, ...service }: VoiceService & { ProposalHash: string },
) {
  const { tx, actor } = doing;
  const customer = orNotFound(await findCustomer(tx, actor, service.OrganisationID));
  const replaced = service.OrderId ? orNotFound(await findOrder(tx, actor, service.OrderId)) : undefined;
  const isRejected = replaced?.customer_id === customer.id && replaced.product_id === voiceProduct;
  const fields = {
    ...(service.OrganisationName === customer.name
      ? {}
      : { OrganisationName: `The customer is called ${customer.name}` }),
    ...(service.MitelLicences + service.NonMitelLicences === 0 ? { MitelLicences: "Order at least one licence" } : {}),
    ...(service.MitelLicences > 0 && service.SelectedProduct === null
      ? { SelectedProduct: "Choose a plan for the Mitel licences" }
      : {}),
    ...(replaced && !(isRejected && replaced.status === "Failed") ? { OrderId: "This order was not rejected" } : {}),
  };
  if (Object.keys(fields).length > 0) throw new AppError("invalidRequest", { fields });
  const { CallReportingEmailAddress, BandwidthConfirmed } = service;
  return placeOrder(doing, {
    CustomerId: customer.id,
    ProductId: voiceProduct,
    Details: { CallReportingEmailAddress: CallReportingEmailAddress ?? null, BandwidthConfirmed },
    Change: changeOfVoice(service),
    ProposalHash,
    fieldOfLine: fieldOfVoice(service),
  });
}
