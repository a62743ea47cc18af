import { useQuery } from "@tanstack/react-query";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { Alert } from "../../ui/alert.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { TextLink } from "../../shared/link-render.tsx";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { standingQuery } from "./invoices.queries.ts";

const shownFrom: readonly (string | null)[] = ["lastWarning", "orderingPaused", "escalated"];

/** Says what is long overdue, whether ordering is paused for it, and which invoice to pay first. */
export function OverdueAlert() {
  const { data } = useQuery(standingQuery);
  if (!data?.Oldest || !shownFrom.includes(data.Step)) return null;
  const { Oldest, OrderingPaused, Owed } = data;
  const overdue = Owed ? `${formatMoney(Owed)} is overdue` : "Invoices are overdue";
  return (
    <Alert
      type={OrderingPaused ? "error" : "warning"}
      title={OrderingPaused ? `Ordering is paused: ${overdue.replace(/^I/, "i")}` : overdue}
    >
      {OrderingPaused && "Ordering goes on as soon as it is paid; you can still reduce and cancel. "}
      {Oldest.OnItsWay ? "A payment is on its way, and counts once it is confirmed: " : "Please pay the oldest first: "}
      <TextLink to={linkTo(screens.invoice, { invoiceId: Oldest.Id })}>{Oldest.Number}</TextLink>, due on{" "}
      {formatDate(Oldest.DueOn)}.
    </Alert>
  );
}
