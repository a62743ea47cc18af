import type { ActionButton } from "@tradewind/contract/catalogue/forms.ts";
import { consoles } from "@tradewind/contract/ordering/consoles.ts";
import { admits } from "@tradewind/domain/values/permissions.ts";
import type { TenantActor } from "../../platform/actor.ts";
import type { Vendors } from "../../platform/vendors.ts";
import type { Instance } from "../instances/instances.store.ts";
import type { ServiceAction } from "./forms.store.ts";

/** What can be done to a service besides ordering, as a button that opens a popup. */
export function toButton(action: ServiceAction, instance: Instance): ActionButton {
  const path = `/api/services/${instance.id}/actions/${action.id}`;
  return {
    Action: action.id,
    Style: action.style,
    Text: action.button,
    DataTestId: `service-action-${action.id}`,
    IsDisabled: !isOpen(action, instance),
    Data: {
      PopUp: "SchemaPopup",
      Payload: {
        Title: action.title,
        ApiGetSchemaPath: `${path}/schema`,
        ApiGetDataPath: `${path}/data`,
        ApiSubmitPath: path,
        ApiSubmitRequestMethod: action.method,
        Schema: null,
        Data: null,
      },
    },
    AnalyticsData: { Action: action.id, Page: "service", Campaign: instance.product_id },
  };
}

/** Removing needs existing details; telling the provider needs a service with no change in progress. */
function isOpen({ method, schema, told }: ServiceAction, { details, status }: Instance): boolean {
  const held = details;
  if (told && status !== "Active" && status !== "ActivationFailed") return false;
  return method !== "delete" || schema.Items.some(({ Type, DataItem }) => Type === "textDisplay" && held[DataItem]);
}

type OfVendor = { actor: TenantActor; vendors: Vendors; fulfiller: string | null; instance: Instance };

/** The button that opens the console of a service's vendor, if it has one and the person may. */
export function consoleButtons({ actor, vendors, fulfiller, instance }: OfVendor): ActionButton[] {
  const vendor = vendors.find(fulfiller);
  if (!vendor?.can.opensConsole || !admits(consoles.ask.access, actor) || actor.behind !== null) return [];
  return [
    {
      Action: "console",
      Style: "modify",
      Text: `Open ${vendor.name} console`,
      DataTestId: "service-action-console",
      IsDisabled: instance.status !== "Active",
      Data: { PopUp: "Console", Payload: { InstanceId: instance.id } },
      AnalyticsData: { Action: "console", Page: "service", Campaign: instance.product_id },
    },
  ];
}
