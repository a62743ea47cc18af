/** The marketplace's portals. `cloud` is this one. */
export const partnerSystems = ["cloud", "comms", "distribution", "hardware"] as const;
export type PartnerSystem = (typeof partnerSystems)[number];

/** Portals where a reseller may or may not have an account; everybody who signs in has one in `cloud`. */
export const linkedSystems = ["comms", "distribution", "hardware"] as const;
export type LinkedSystem = (typeof linkedSystems)[number];
