/** The portals of the marketplace. `cloud` is this one (N06). */
export const partnerSystems = ["cloud", "comms", "distribution", "hardware"] as const;
export type PartnerSystem = (typeof partnerSystems)[number];

/** Those in which a reseller may have an account or not; in `cloud` everybody who signs in has one. */
export const linkedSystems = ["comms", "distribution", "hardware"] as const;
export type LinkedSystem = (typeof linkedSystems)[number];
