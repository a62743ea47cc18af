import items from "./catalogue.json" with { type: "json" };

export type OfferingItem = (typeof items)[number];

export { items };

export const infraId = "d3ad5b2e-6c0f-4f0c-8f8f-0e4e3d0a6a51";
