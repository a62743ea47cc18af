import { changeOfHardware, type HardwareService } from "@tradewind/contract/ordering/hardware.ts";

/** A telephone that is collected. */
export const collected = (OrganisationID: string): HardwareService => ({
  OrganisationID,
  OrderProducts: [{ Products: [{ OfferId: "phone-t31p:none:once", Price: null, Quantity: 1 }] }],
  DeliveryOption: null,
  Address: null,
});

export const proposalOfHardware = (service: HardwareService) => ({
  CustomerId: service.OrganisationID,
  ProductId: "hosted-voice-hardware",
  Change: changeOfHardware(service),
});
