import { EmptyState } from "../ui/placeholder.tsx";

/** Stands for what a page would show, where prices are hidden. */
export const PricesHidden = () => (
  <EmptyState icon="none" title="Prices are hidden">
    Your company’s display settings hide prices. Whoever manages the company can show them again.
  </EmptyState>
);
