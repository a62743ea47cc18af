import type { Movement, MovementReport } from "@tradewind/contract/psa/movement.ts";
import { nextInvoice } from "@tradewind/domain/psa/movement.ts";
import type { ReactNode } from "react";
import { Card } from "../../ui/page.tsx";

/** Agreements that are listed one by one. */
const most = 5;

/** An agreement with what its next invoice comes to before and after; null where prices are hidden. */
type Changed = { id: string; name: string; customer: string; before: string | null; after: string | null };

type PreviewProps = {
  report: MovementReport;
  selected: readonly Movement[];
  /** What writes it. */
  children: ReactNode;
};

/** Says of each agreement what its next invoice in the PSA comes to once the selected movements are written. */
export function MovementPreview({ report, selected, children }: PreviewProps) {
  const byAgreement = Map.groupBy(selected, ({ agreementLine }) => agreementLine!.agreementId);
  const changed = report.agreements.flatMap((agreement): Changed[] => {
    const rows = byAgreement.get(agreement.id);
    if (!rows) return [];
    const { id, name, nextInvoice: total } = agreement;
    const known = { id, name, customer: rows[0]!.cmCustomer.name };
    if (total === null) return [{ ...known, before: null, after: null }];
    const changes = rows.map(({ agreementLine, newQuantity, targetPrice }) => ({
      unitPrice: agreementLine!.unitPrice!,
      from: agreementLine!.quantity,
      to: newQuantity,
      toPrice: targetPrice,
    }));
    return [{ ...known, ...nextInvoice(total, changes) }];
  });
  if (changed.length === 0) return null;
  return (
    <Card title="Preview" about="By the lines and prices in the PSA, a whole period, without what it prorates" flush>
      <ul className="divide-y divide-line border-t border-line">
        {changed.slice(0, most).map(({ id, name, customer, before, after }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 px-5 py-2.5 max-md:px-4">
            <span className="min-w-0 wrap-anywhere">
              {customer}, {name}: the next PSA invoice
            </span>
            <span className="figures">
              {after === null ? (
                "changes"
              ) : (
                <>
                  goes from {before} to <strong>{after}</strong>
                </>
              )}
            </span>
          </li>
        ))}
        {changed.length > most && (
          <li className="px-5 py-2.5 text-muted max-md:px-4">
            And {(changed.length - most).toLocaleString("en-GB")} more
          </li>
        )}
      </ul>
      <div className="flex flex-wrap items-end justify-between gap-3 border-t border-line px-5 py-4 max-md:px-4 max-md:*:w-full">
        {children}
      </div>
    </Card>
  );
}
