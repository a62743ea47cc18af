import type { WireProposal } from "@tradewind/contract/ordering/orders.ts";
import { Icon } from "../../ui/icon.tsx";
import { changesBetween } from "./proposal-changes.ts";

type Props = { before: WireProposal; after: WireProposal; since?: string };

/** Shows the difference between the proposal seen and the one now. Nothing has been ordered yet. */
export function MovedAlert({ before, after, since = "you looked" }: Props) {
  const moved = changesBetween(before, after);
  return (
    <section role="alert" className="grid gap-3 rounded-card border border-warning/30 bg-warning-soft px-5 py-4">
      <h2 className="flex items-center gap-2 text-base">
        <Icon name="alert" className="text-warning" />
        This has changed since {since}
      </h2>
      <p>Nothing has been ordered yet. Please check what has changed before you confirm.</p>
      {moved.length > 0 && (
        <table className="w-full">
          <thead>
            <tr className="text-left text-sm">
              <th className="py-1 font-medium">What</th>
              <th className="py-1 pl-4 text-right font-medium">Before</th>
              <th className="py-1 pl-4 text-right font-medium">Now</th>
            </tr>
          </thead>
          <tbody>
            {moved.map((each) => (
              <tr key={each.what} className="border-t border-warning/30 align-top">
                <td className="py-1.5 wrap-anywhere">{each.what}</td>
                <td className="figures py-1.5 pl-4 text-right line-through decoration-1">{each.before}</td>
                <td className="figures py-1.5 pl-4 text-right font-medium">{each.after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
