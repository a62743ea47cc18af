import type { WireProposal } from "@tradewind/contract/ordering/orders.ts";
import { formatDate, formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { formatMoney } from "../../ui/money-text.tsx";
import { groupComing } from "./coming.ts";
import { formatUnitPrice } from "./unit-price.ts";

export type Moved = { what: string; before: string; after: string };

const none = "none";

/** Describes the differences between the proposal that was shown and the current one. */
export function changesBetween(before: WireProposal, after: WireProposal): Moved[] {
  const moved: Moved[] = [];
  const note = (what: string, was: string | null | undefined, is: string | null | undefined) => {
    if ((was ?? none) !== (is ?? none)) moved.push({ what, before: was ?? none, after: is ?? none });
  };
  note(
    "Charge now, with VAT",
    before.ChargeNow && formatMoney(before.ChargeNow.Gross),
    after.ChargeNow && formatMoney(after.ChargeNow.Gross),
  );
  if (!after.ChargeNow)
    note("Charge now, net", before.Sale && formatMoney(before.Sale.Now), after.Sale && formatMoney(after.Sale.Now));
  note(
    after.ChargeNow ? "The customer commits to, net" : "You commit to, net",
    before.Sale && formatMoney(before.Sale.Adds),
    after.Sale && formatMoney(after.Sale.Adds),
  );
  for (const line of after.Lines) {
    const was = before.Lines.find((each) => each.Key === line.Key && each.OfferId === line.OfferId);
    if (!was) note(line.Description, null, line.Amount && formatMoney(line.Amount));
    else {
      note(
        `${line.Description}, price each`,
        was.UnitCost && formatUnitPrice(was.UnitCost, before.Currency),
        line.UnitCost && formatUnitPrice(line.UnitCost, after.Currency),
      );
      note(`${line.Description}, days charged`, dayRange(was), dayRange(line));
    }
  }
  const [wasComing, isComing] = [groupComing(before.Upcoming), groupComing(after.Upcoming)];
  for (const group of isComing) {
    const was = wasComing.find((each) => each.period === group.period);
    note(`Each ${group.period}, net`, was && formatMoney(was.net), formatMoney(group.net));
  }
  for (const each of after.After) {
    const was = before.After.find((other) => other.Key === each.Key);
    note(`${each.Name}, quantity`, was && String(was.Quantity), String(each.Quantity));
    note(
      `${each.Name}, end of term`,
      was?.TermUntil && formatDate(was.TermUntil),
      each.TermUntil && formatDate(each.TermUntil),
    );
  }
  note(
    "Can be undone until",
    before.UndoUntil && formatDateTime(before.UndoUntil),
    after.UndoUntil && formatDateTime(after.UndoUntil),
  );
  for (const finding of after.Findings)
    if (!before.Findings.some((each) => each.Code === finding.Code)) note("Now also", null, finding.Text);
  return moved;
}

const dayRange = ({ From, Until }: { From: string; Until: string }) => `${formatDate(From)} to ${formatDate(Until)}`;
