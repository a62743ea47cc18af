import { screens } from "@tradewind/contract/screens.ts";
import type { AccountGroup, MonthState, MonthTask } from "@tradewind/domain/billing/month-close.ts";
import { StatusDot, type Tone } from "../../ui/status.tsx";

const states: Record<MonthState, { tone: Tone; word: string }> = {
  running: { tone: "information", word: "Running" },
  open: { tone: "warning", word: "Open" },
  closed: { tone: "success", word: "Closed" },
};

export const MonthStanding = ({ state }: { state: MonthState }) => (
  <StatusDot tone={states[state].tone}>{states[state].word}</StatusDot>
);

/** What is still to be done, and where that is done. */
export const taskWords: Record<MonthTask, { one: string; many: string; to?: string }> = {
  documents: { one: "reseller without its documents", many: "resellers without their documents" },
  bankLines: {
    one: "bank transfer not allocated",
    many: "bank transfers not allocated",
    to: screens.bankTransfers.path,
  },
  gatewaysUnread: {
    one: "payment gateway not read to the end of the month",
    many: "payment gateways not read to the end of the month",
    to: screens.paymentGateways.path,
  },
  gatewayDifferences: {
    one: "difference with a payment gateway",
    many: "differences with payment gateways",
    to: screens.paymentGateways.path,
  },
  vendorInvoicesUnread: {
    one: "vendor’s invoice not read",
    many: "vendors’ invoices not read",
    to: screens.vendorInvoices.path,
  },
  vendorDifferences: {
    one: "difference on a vendor’s invoice",
    many: "differences on vendors’ invoices",
    to: screens.vendorInvoices.path,
  },
  writeOffs: {
    one: "write-off that waits for approval",
    many: "write-offs that wait for approval",
    to: screens.writeOffs.path,
  },
};

const groupWords: Record<AccountGroup, string> = {
  receivable: "Owed by resellers",
  credit: "Credit of resellers",
  cash: "Cash",
  bank: "Bank",
  revenue: "Revenue",
  vat: "VAT",
  cost: "Cost",
  payable: "Owed to vendors",
};

/** Names the part of an account after its group: a gateway, a vendor or a kind of cost. */
const nameOf = (part = ""): string =>
  part === "gocardless" ? "GoCardless" : `${part.charAt(0).toUpperCase()}${part.slice(1).replaceAll("-", " ")}`;

/** Names an account, such as `cash:stripe` as “Cash: Stripe”, `vat:S:20` as “VAT at 20%” and `cost:fees:stripe` as “Fees of Stripe”. */
export function accountWords({ Group, Account }: { Group: AccountGroup; Account: string }): string {
  const [, part, more] = Account.split(":");
  if (part === undefined) return groupWords[Group];
  if (Group === "vat") return part === "S" ? `VAT at ${more}%` : part === "AE" ? "VAT, reverse charge" : "VAT, none";
  if (part === "fees") return `Fees of ${nameOf(more)}`;
  if (Group === "bank") return "Paid out to our bank";
  return `${groupWords[Group]}: ${nameOf(part)}`;
}
