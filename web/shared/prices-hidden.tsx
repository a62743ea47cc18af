import { useSession } from "../platform/session.ts";
import { EmptyState } from "../ui/placeholder.tsx";

/** Stands for what a page would show, where prices are hidden. */
export function PricesHidden() {
  const { isEndUser, isEndUserAdmin } = useSession().User;
  return (
    <EmptyState icon="none" title="Prices are hidden">
      {isEndUser || isEndUserAdmin
        ? "Your provider does not show prices here. Ask them what you pay."
        : "Your company’s display settings hide prices. Whoever manages the company can show them again."}
    </EmptyState>
  );
}
