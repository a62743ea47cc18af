/** One service with a subscription and its order, for the tests of this folder. */
import type { services } from "@tradewind/contract/ordering/services.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { serviceAddress } from "../../shared/customer-context.ts";

type Service = ResultOf<typeof services.byId>;
export const customerId = "019a0000-0000-7000-8000-000000000001";
export const instanceId = "019a0000-0000-7000-8000-0000000000f1";
export const subscriptionId = "019a0000-0000-7000-8000-0000000000b1";
export const orderId = "019a0000-0000-7000-8000-0000000000e1";
export const address = serviceAddress(customerId, instanceId);

const atVendor: Partial<Record<Service["Service"]["Status"], Service["Subscriptions"][number]["AtVendor"]>> = {
  Activating: "changing",
  ActivationFailed: "refused",
};

export const serviceOf = (changes: Partial<Service["Service"]> = {}): Service => ({
  Service: {
    Id: instanceId,
    CustomerId: customerId,
    CustomerName: "Acme Dental",
    ProductId: "microsoft-365",
    ProductName: "Microsoft 365",
    RouteName: "office-365",
    Icon: "apps",
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
    ...changes,
  },
  Changeable: changes.Status === undefined || changes.Status === "Active",
  ChargingModel: "Licence",
  Details: { AgreementName: "Priya Shah", AgreementDate: "2026-05-20" },
  Differences: [],
  TransferVendor: null,
  Intents: [],
  Subscriptions: [
    {
      Id: subscriptionId,
      Sku: "premium",
      OfferId: "premium:year",
      Name: "Business Premium",
      ParentId: null,
      Term: "P1Y",
      Billing: "monthly",
      Unit: "Licence",
      Quantity: 5,
      Status: "active",
      IsCancellable: true,
      IsExtendable: false,
      IsUpgradable: false,
      UpgradesWhole: false,
      TakesNewTerm: false,
      ChangesBilling: false,
      NextOfferId: null,
      AtVendor: atVendor[changes.Status ?? "Active"] ?? "provided",
      UnitCost: "15.0900",
      CustomerPrice: null,
      TermFrom: "2026-05-20",
      TermUntil: "2027-05-20",
      PeriodFrom: "2026-05-20",
      PeriodUntil: "2026-06-20",
      TermEnd: { Outcome: "renew", OfferId: null, Quantity: null, Until: null },
      Lots: [
        { Quantity: 5, OpenedAt: "2026-05-20T09:00:00.000Z", RefundableUntil: "2026-05-27T09:00:00.000Z", Open: true },
      ],
      DispatchedAt: null,
      Attributes: [],
      Editable: [],
    },
  ],
  Resources: [],
  IsMetered: false,
  HasPeople: false,
  History: [
    {
      Id: "019a0000-0000-7000-8000-0000000000c1",
      SubscriptionName: "Business Premium",
      EffectiveAt: "2026-05-20T09:00:00.000Z",
      RecordedAt: "2026-05-21T10:00:00.000Z",
      Kind: "started",
      Text: "Started with 5 licences",
    },
  ],
  Orders: [
    {
      Id: orderId,
      CustomerId: customerId,
      InstanceId: instanceId,
      ProductId: "microsoft-365",
      Journey: "Add",
      Status: changes.Status === "ActivationFailed" ? "Failed" : "Completed",
      Message: changes.Reason ?? null,
      PlacedAt: "2026-05-20T09:00:00.000Z",
      PlacedBy: "Hannah Reid",
      CompletedAt: null,
      EstimatedCompletion: null,
      Unanswered: null,
      Support: null,
      Lines: [
        {
          SubscriptionId: subscriptionId,
          Name: "Business Premium",
          Quantity: 5,
          Added: 0,
          IsEnd: false,
          Attributes: [],
          Given: [],
          Taken: [],
          Goods: null,
          State: changes.Status === "ActivationFailed" ? "refused" : "done",
          Reason: changes.Reason ?? null,
        },
      ],
      Retryable: changes.Status === "ActivationFailed",
      ChargedNow: { Minor: "7545", Currency: "GBP" },
    },
  ],
});
