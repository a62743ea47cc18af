import type { PopupSchema, SchemaItem } from "@tradewind/contract/catalogue/forms.ts";
import type { Topic } from "../../platform/events.store.ts";
import { domainPattern } from "./order-forms.ts";

type Item = Omit<SchemaItem, "Valid" | "Untouched">;

const item = (Type: Item["Type"], DataItem: string, Label: string, rest: Partial<Item> = {}): Item => ({
  DataItem,
  Label,
  Type,
  Regex: null,
  RegexError: null,
  RequiredValue: null,
  ...rest,
});

/** On what value of one item another one hides or cannot be changed. */
const when = (
  PropertyDataItem: string,
  PropertyDataItemDependencyValue: string | number | boolean,
  Type: "hide" | "disable",
  ...items: string[]
): PopupSchema["PropertyDependencies"] =>
  items.map((DependentPropertyDataItem) => ({
    PropertyDataItem,
    PropertyDataItemDependencyValue,
    DependentPropertyDataItem,
    Type,
  }));

const personPattern = "\\p{L}[\\p{L}\\p{M} .'-]{0,99}";
const personError = "Must be a name, as in Priya Shah";

export type ServiceActionData = {
  id: string;
  /** Null: every product. */
  product_ids: readonly string[] | null;
  style: "add" | "modify";
  button: string;
  title: string;
  method: "post" | "put" | "delete";
  items: readonly Item[];
  dependencies: PopupSchema["PropertyDependencies"];
  refreshes: readonly Topic[];
  told: boolean;
};

/** What can be done to a service besides ordering, in the order of its buttons. */
export const serviceActions: readonly ServiceActionData[] = [
  {
    id: "backup-contact",
    product_ids: ["acronis-backup", "acronis-files-cloud"],
    style: "modify",
    button: "Change backup contact",
    title: "Backup contact",
    method: "put",
    items: [
      item("subHeader", "Who", "Who hears about the backups"),
      item("textDisplay", "CustomerName", "Customer"),
      item(
        "htmlDisplay",
        "About",
        "<p>Acronis sends <strong>reports and alerts</strong> to this address. It need not be a person of the customer.</p>",
      ),
      item("checkbox", "UseCustomerContact", "Write to the customer's own contact"),
      item("textInput", "BackupContactName", "Name", { Regex: personPattern, RegexError: personError }),
      item("email", "BackupContactEmail", "Email", { Regex: ".+", RegexError: "Must be a valid email address" }),
    ],
    dependencies: when("UseCustomerContact", true, "hide", "BackupContactName", "BackupContactEmail"),
    refreshes: ["services", "orders"],
    told: true,
  },
  {
    id: "mail-domain",
    product_ids: ["vade", "titanhq", "email-security", "exclaimer"],
    style: "modify",
    button: "Change mail domain",
    title: "Mail domain",
    method: "put",
    items: [
      item("textInput", "MailDomain", "Mail domain", {
        Regex: domainPattern,
        RegexError: "Must be a domain, as in acmedental.example",
      }),
      item("checkbox", "DomainMoved", "The domain's mail records may be changed", { RequiredValue: true }),
    ],
    dependencies: [],
    refreshes: ["services", "orders"],
    told: true,
  },
  {
    id: "purchase-order",
    product_ids: null,
    style: "add",
    button: "Add purchase order",
    title: "Purchase order",
    method: "post",
    items: [
      item("textInput", "PurchaseOrder", "Purchase order number", {
        Regex: "[A-Za-z0-9][A-Za-z0-9./-]{0,29}",
        RegexError: "Must be at most 30 letters, digits, dots, dashes or slashes",
      }),
    ],
    dependencies: [],
    refreshes: ["services"],
    told: false,
  },
  {
    id: "renewal-contact",
    product_ids: null,
    style: "modify",
    button: "Change renewal contact",
    title: "Renewal contact",
    method: "put",
    items: [
      item("textDisplay", "CustomerName", "Customer"),
      item("checkbox", "RenewWithoutAsking", "Renew without asking anybody"),
      item("textInput", "RenewalContactName", "Name", { Regex: `(${personPattern})?`, RegexError: personError }),
      item("email", "RenewalContactEmail", "Email"),
      item("number", "RenewalNoticeDays", "Days before the term ends", {
        Regex: "[1-9]|[1-8][0-9]|90",
        RegexError: "Must be a whole number from 1 to 90",
      }),
    ],
    dependencies: [
      ...when("RenewWithoutAsking", true, "disable", "RenewalContactName", "RenewalContactEmail"),
      ...when("RenewWithoutAsking", true, "hide", "RenewalNoticeDays"),
    ],
    refreshes: ["services"],
    told: false,
  },
  {
    id: "remove-renewal-contact",
    product_ids: null,
    style: "modify",
    button: "Remove renewal contact",
    title: "Removal of the renewal contact",
    method: "delete",
    items: [
      item("textDisplay", "RenewalContactName", "Name"),
      item("textDisplay", "RenewalContactEmail", "Email"),
      item("checkbox", "Agreed", "I agree that nobody is asked before this service renews", { RequiredValue: true }),
    ],
    dependencies: [],
    refreshes: ["services"],
    told: false,
  },
];
