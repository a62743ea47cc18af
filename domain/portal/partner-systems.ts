/** The marketplace's portals. `cloud` is this one. */
export const partnerSystems = ["cloud", "comms", "distribution", "hardware"] as const;
export type PartnerSystem = (typeof partnerSystems)[number];

/** Portals where a reseller may or may not have an account; everybody who signs in has one in `cloud`. */
export const linkedSystems = ["comms", "distribution", "hardware"] as const;
export type LinkedSystem = (typeof linkedSystems)[number];

/** Portals that go with services of a customer, whose people may be let in. */
export const customerPortals = ["comms", "hardware"] as const;
export type CustomerPortal = (typeof customerPortals)[number];

/** The products whose customers use a portal. */
export const productsOfPortal: Readonly<Record<CustomerPortal, readonly string[]>> = {
  comms: ["hosted-voice"],
  hardware: ["hosted-voice-hardware"],
};
export const isCustomerPortal = (system: PartnerSystem): system is CustomerPortal =>
  (customerPortals as readonly PartnerSystem[]).includes(system);
