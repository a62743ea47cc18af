import type { Currency } from "@tradewind/domain/values/money.ts";
import { moneyReports, type MoneyReport, type Report } from "@tradewind/contract/insight/analytics.ts";
import { formatMoney } from "../../ui/money-text.tsx";
import type { Figures } from "./analytics.queries.ts";

export const reportNames: Record<Report, string> = {
  cost: "Cost",
  sales: "Sales",
  margin: "Margin",
  seats: "Seats",
  churn: "Churn",
};

/** What each figure is, for whoever compares it with another system. */
export const definitions: Record<Report, string> = {
  cost: "What you are charged by the month of its invoice, before VAT and with refunds taken off. The current month shows what is due so far.",
  sales:
    "What your customers pay for the same by your prices to them, before VAT and with refunds taken off. What has no price of yours is left out.",
  margin: "Sales less what they cost you. What has no price of yours is in neither.",
  seats:
    "Seats are licences, users and mailboxes of recurring subscriptions; storage, servers and devices do not count. Counted at the end of the month, including suspended ones. The current month shows today.",
  churn:
    "The share of subscriptions active at the start of the month that ended in it. Subscriptions replaced by an upgrade do not count.",
};

export const churnOf = ({ Active, Ended }: Pick<Figures, "Active" | "Ended">): number =>
  Active === 0 ? 0 : (100 * Ended) / Active;

/** The figure a report draws: minor units of money, seats, or percent. */
export const valueOf = (report: Report, figures: Figures): number =>
  isMoney(report)
    ? Number(figures[moneyFields[report]]?.Minor ?? 0)
    : report === "seats"
      ? figures.Seats
      : churnOf(figures);

export const isMoney = (report: Report): report is MoneyReport => moneyReports.some((each) => each === report);
const moneyFields = { cost: "Cost", sales: "Sales", margin: "Margin" } as const;

export const formatOf = (report: Report, currency: Currency) => (value: number) => {
  if (isMoney(report)) return formatMoney({ Minor: String(Math.round(value)), Currency: currency });
  return report === "seats" ? Math.round(value).toLocaleString("en-GB") : `${Number(value.toFixed(1))}%`;
};

/** The figure of a whole stretch; a dash for a rate of nothing. */
export const figureOf = (report: Report, figures: Figures, currency: Currency): string =>
  report === "churn" && figures.Active === 0 ? "–" : formatOf(report, currency)(valueOf(report, figures));

/** How a figure stands to the one before: percent for money and seats, points for a rate. */
export function changeWords(report: Report, now: Figures, before: Figures): string {
  const [value, earlier] = [valueOf(report, now), valueOf(report, before)];
  const difference = value - earlier;
  if (report === "churn") {
    if (now.Active === 0) return "No active subscriptions at the start of these months";
    if (before.Active === 0) return "Nothing to compare with";
    return Math.abs(difference) < 0.05
      ? "As in the months before"
      : `${Math.abs(difference).toFixed(1)} points ${difference > 0 ? "above" : "below"} the months before`;
  }
  if (earlier <= 0) return value > 0 ? "No earlier months to compare" : "Nothing to compare with";
  const percent = (100 * Math.abs(difference)) / earlier;
  return percent < 0.05
    ? "As in the months before"
    : `${percent < 10 ? percent.toFixed(1) : Math.round(percent).toLocaleString("en-GB")}% ${difference > 0 ? "more" : "less"} than in the months before`;
}
