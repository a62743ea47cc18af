import { fullName } from "@tradewind/domain/values/patterns.ts";
import type { Pattern, ServiceActionData } from "@tradewind/vendors/catalogue-data.ts";

const personOrNobody: Pattern = { source: `(${fullName})?`, message: "Must be a name, as in Priya Shah" };

/** What can be done to every service besides ordering, in the order of the buttons. */
export const ownServiceActions: readonly ServiceActionData[] = [
  {
    id: "purchase-order",
    products: null,
    style: "add",
    button: "Add purchase order",
    title: "Purchase order",
    method: "post",
    items: [
      {
        type: "textInput",
        name: "PurchaseOrder",
        label: "Purchase order number",
        pattern: {
          source: "[A-Za-z0-9][A-Za-z0-9./-]{0,29}",
          message: "Must be at most 30 letters, digits, dots, dashes or slashes",
        },
      },
    ],
    told: false,
  },
  {
    id: "renewal-contact",
    products: null,
    style: "modify",
    button: "Change renewal contact",
    title: "Renewal contact",
    method: "put",
    items: [
      { type: "textDisplay", name: "CustomerName", label: "Customer" },
      { type: "checkbox", name: "RenewWithoutAsking", label: "Renew without asking anybody" },
      { type: "textInput", name: "RenewalContactName", label: "Name", pattern: personOrNobody },
      { type: "email", name: "RenewalContactEmail", label: "Email" },
      {
        type: "number",
        name: "RenewalNoticeDays",
        label: "Days before the term ends",
        pattern: { source: "[1-9]|[1-8][0-9]|90", message: "Must be a whole number from 1 to 90" },
      },
    ],
    dependencies: [
      {
        item: "RenewWithoutAsking",
        value: true,
        makes: "disable",
        of: ["RenewalContactName", "RenewalContactEmail"],
      },
      { item: "RenewWithoutAsking", value: true, makes: "hide", of: ["RenewalNoticeDays"] },
    ],
    told: false,
  },
  {
    id: "remove-renewal-contact",
    products: null,
    style: "modify",
    button: "Remove renewal contact",
    title: "Removal of the renewal contact",
    method: "delete",
    items: [
      { type: "textDisplay", name: "RenewalContactName", label: "Name" },
      { type: "textDisplay", name: "RenewalContactEmail", label: "Email" },
      {
        type: "checkbox",
        name: "Agreed",
        label: "I agree that nobody is asked before this service renews",
        required: true,
      },
    ],
    told: false,
  },
];
