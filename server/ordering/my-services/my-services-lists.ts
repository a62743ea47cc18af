import type { ListColumn, ListId, ServiceDetail } from "@tradewind/contract/ordering/my-services.ts";
import { instanceStateNumber, type InstanceState } from "@tradewind/domain/catalogue/instances.ts";
import { quoteWords } from "@tradewind/domain/ordering/quotes.ts";
import type { DetailRow } from "./my-services.store.ts";

const names: Readonly<Record<ListId, { Name: string; SingularName: string }>> = {
  subscriptions: { Name: "Subscriptions", SingularName: "Subscription" },
  "add-ons": { Name: "Add-ons", SingularName: "Add-on" },
  users: { Name: "Users", SingularName: "User" },
};

type Shown = {
  level: "customer" | "user" | "both";
  addOns: boolean;
  /** Whether it can be ordered here, for a new customer too. */
  isSold: boolean;
};

/** The lists in which a product's services are shown: its add-ons and its users only if it has any. */
export const listsOf = ({ level, addOns, isSold }: Shown) =>
  (["subscriptions", "add-ons", "users"] as const)
    .filter(
      (list) =>
        (list === "subscriptions" && level !== "user") ||
        (list === "add-ons" && addOns) ||
        (list === "users" && level !== "customer"),
    )
    .map((list) => ({
      Id: list,
      Type: list,
      ...names[list],
      BottomCustomControl: isSold && list !== "add-ons" ? ("add-customer" as const) : null,
    }));

/** The columns of a list. */
export const columnsOf = (list: ListId, assigned: boolean): ListColumn[] => [
  { Id: "Name", Name: names[list].SingularName, Type: "text" },
  ...(list === "subscriptions" ? [] : [{ Id: "Of", Name: list === "users" ? "Service" : "Of", Type: "text" as const }]),
  { Id: "Quantity", Name: "Bought", Type: "units" },
  ...(assigned ? [{ Id: "Assigned", Name: "Assigned", Type: "number" as const }] : []),
  { Id: "Term", Name: "Term", Type: "text" },
  { Id: "TermUntil", Name: "Ends or renews", Type: "day" },
  { Id: "State", Name: "State", Type: "state" },
];

/** How one subscription stands, in the states of services. */
function stateOf(row: DetailRow): InstanceState {
  if (row.at_vendor === "refused") return "ActivationFailed";
  if (row.at_vendor === "changing") return row.status === "cancelled" ? "Deleting" : "Activating";
  return row.instance_status === "DeletionFailed" ? "DeletionFailed" : "Active";
}

/** `assigned` is null where nobody asked. */
export function toDetail(row: DetailRow, list: ListId, assigned: number | null): ServiceDetail {
  const state = stateOf(row);
  const name = list === "users" ? (row.user_name ?? row.name) : row.name;
  return {
    Id: row.id,
    InstanceId: row.instance_id,
    Name: name,
    Status: state,
    StatusNumber: instanceStateNumber(state),
    Reason: state === "ActivationFailed" || state === "DeletionFailed" ? row.reason : null,
    IsSuspended: row.status === "suspended",
    Unit: row.unit,
    Values: {
      Name: name,
      ...(list === "subscriptions" ? {} : { Of: list === "users" ? row.name : row.parent_name }),
      Quantity: row.quantity,
      ...(assigned === null ? {} : { Assigned: assigned }),
      Term: quoteWords(row),
      TermUntil: row.term_until,
      State: state,
    },
  };
}
