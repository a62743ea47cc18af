import { defineVendor } from "../vendor.ts";
import { hardwareAgreement } from "./agreements.data.ts";
import { azureOffers } from "./azure-offers.data.ts";
import { bundles } from "./bundles.data.ts";
import { costs } from "./costs.data.ts";
import { deliveryOptions } from "./delivery-options.data.ts";
import { oneTimeOffers } from "./one-time-offers.data.ts";
import { orderForms } from "./order-forms.ts";
import { peopleFulfiller } from "./people-fulfiller.ts";
import { policies } from "./policies.data.ts";
import { prices } from "./prices.data.ts";
import { products } from "./products.data.ts";
import { mailDomain } from "./mail-domain.data.ts";
import { serviceOffers } from "./service-offers.data.ts";
import { lastSteps } from "./last-steps.ts";
import { voiceOffers } from "./voice-offers.data.ts";

/** The operator's own people: services without a connector, and goods. */
export const people = defineVendor({
  id: "people",
  name: "Our team",
  can: { isPeople: true },
  settings: {},
  catalogue: {
    products,
    bundles,
    offers: [...oneTimeOffers, ...voiceOffers, ...serviceOffers, ...azureOffers],
    policies,
    prices,
    costs,
    deliveryOptions,
    orderForms,
    serviceActions: [mailDomain],
    agreements: [hardwareAgreement],
  },
  lastSteps,
  connect: (_settings, { work }) => ({ fulfiller: peopleFulfiller(work) }),
});
