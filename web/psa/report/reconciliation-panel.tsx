import type { PsaCalls } from "@tradewind/contract/psa/psa.ts";
import { EmptyState } from "../../ui/placeholder.tsx";

/** Compares what is billed here with what the PSA bills. */
export const ReconciliationPanel = (_props: { calls: PsaCalls }) => (
  <EmptyState icon="refresh" title="Nothing is compared yet">
    What is billed here is compared with the PSA soon.
  </EmptyState>
);
