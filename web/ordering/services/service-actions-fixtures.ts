import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { ActionButton, PopupModel, PopupSchema, SchemaItem } from "@tradewind/contract/catalogue/forms.ts";
import type { services } from "@tradewind/contract/ordering/services.ts";
import { serviceAddress } from "../../shared/customer-context.ts";

/** A service with one button, and the schemas of its popup, for the tests of this folder. */
export const customerId = "019a0000-0000-7000-8000-000000000001";
export const instanceId = "019a0000-0000-7000-8000-0000000000f1";
export const address = serviceAddress(customerId, instanceId);
export const path = `/api/services/${instanceId}/actions/contact`;

export const service: ResultOf<typeof services.byId> = {
  Service: {
    Id: instanceId,
    CustomerId: customerId,
    CustomerName: "Acme Dental",
    ProductId: "acronis-backup",
    ProductName: "Acronis Backup",
    RouteName: "acronis-backup",
    Icon: "shield",
    Level: "customer",
    UserId: null,
    UserName: null,
    Status: "Active",
    StatusNumber: 0,
    Reason: null,
    UnderWay: null,
    Since: "2026-05-20T09:00:00.000Z",
    Quantities: [{ Unit: "Licence", Quantity: 5 }],
    Names: [],
  },
  Changeable: true,
  ChargingModel: "Licence",
  Details: {},
  Differences: [],
  TransferVendor: null,
  Intents: [],
  Subscriptions: [],
  Resources: [],
  IsMetered: false,
  HasPeople: false,
  History: [],
  Orders: [],
};

export const item = (
  Type: SchemaItem["Type"],
  DataItem: string,
  Label: string,
  rest: Partial<SchemaItem> = {},
): SchemaItem => ({
  DataItem,
  Label,
  Type,
  Regex: null,
  RegexError: null,
  RequiredValue: null,
  Valid: true,
  Untouched: true,
  ...rest,
});
export const name = item("textInput", "Name", "Name", { Regex: "[A-Za-z ]+", RegexError: "Letters only" });
export const days = item("number", "Days", "Days");
export const own = item("checkbox", "Own", "The customer's own contact");
export const schemaOf = (Items: SchemaItem[], rest: Partial<PopupSchema> = {}): PopupSchema => ({
  Items,
  PropertyDependencies: [],
  UpdateEvent: "services",
  ...rest,
});
export const onOwn = (Type: "hide" | "disable") => ({
  PropertyDataItem: "Own",
  PropertyDataItemDependencyValue: true,
  DependentPropertyDataItem: "Name",
  Type,
});

export const buttonOf = (payload: Partial<PopupModel> = {}, rest: Partial<ActionButton> = {}): ActionButton => ({
  Action: "contact",
  Style: "modify",
  Text: "Change contact",
  DataTestId: "service-action-contact",
  IsDisabled: false,
  Data: {
    PopUp: "SchemaPopup",
    Payload: {
      Title: "Backup contact",
      ApiGetSchemaPath: `${path}/schema`,
      ApiGetDataPath: `${path}/data`,
      ApiSubmitPath: path,
      ApiSubmitRequestMethod: "put",
      Schema: null,
      Data: null,
      ...payload,
    },
  },
  AnalyticsData: { Action: "contact", Page: "service", Campaign: "acronis-backup" },
  ...rest,
});
