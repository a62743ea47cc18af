import type { MatchKind } from "@tradewind/domain/psa/matching.ts";
import type { MatchReason } from "@tradewind/domain/psa/suggesting.ts";

type Words = {
  tab: string;
  one: string;
  ours: string;
  inPsa: string;
  notLoaded: string;
  saved: string;
  notSaved: string;
};
const services = {
  one: "service",
  ours: "Service",
  notLoaded: "Services failed to load from the PSA",
  saved: "Services updated successfully",
  notSaved: "Changes failed to save",
};

export const matchWords: Readonly<Record<MatchKind, Words>> = {
  customers: {
    tab: "Customer matching",
    one: "customer",
    ours: "Customer",
    inPsa: "Company in the PSA",
    notLoaded: "Customers failed to load from the PSA",
    saved: "Customers updated successfully",
    notSaved: "Customers failed to update",
  },
  services: { ...services, tab: "Services matching", inPsa: "Service in the PSA" },
  products: {
    ...services,
    tab: "Product mappings",
    inPsa: "Billed in the PSA as",
    notLoaded: "Products failed to load from the PSA",
    saved: "Product mappings updated successfully",
  },
};

export const filterWords = { all: "All", matched: "Matched", notMatched: "Not matched", ignored: "Ignored" } as const;
export const reasonWords: Readonly<Record<MatchReason, string>> = {
  sku: "Same product number",
  domain: "Same domain",
  name: "Same name",
  lines: "Billed the same",
};
