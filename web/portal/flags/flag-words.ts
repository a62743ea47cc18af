import type { Flag } from "./flags.queries.ts";

/** Describes each feature for the operator. An unlisted one shows only its name. */
export const flagWords: Readonly<Record<string, string>> = {
  M365SecureUpgrade: "Upgrade to Microsoft 365 secure",
  ModifyJourney: "The new journey for changing a service",
  NCEGlobalModify: "Changing NCE subscriptions together",
  BillingPlatformReporting: "Billing reports and analytics",
  PSAScreenOverview: "The PSA overview",
  UseNewPSAService: "The new PSA service instead of the old one",
  GDAP: "Granular delegated admin privileges for Microsoft tenants",
  BillingDisableAddCredit: "On: nobody can add credit",
  BillingPauseOrdering: "On: whoever is three weeks late orders nothing that costs more",
  BillingPlatformPayment: "Paying through the billing platform",
  BillingPlatformPaymentAmex: "American Express",
  M365AccountLink: "Linking a Microsoft account",
  NewStatusPage: "The address of the new status page",
  NCEAssignedLicences: "Assigned licences of NCE subscriptions",
  DisablePartnerLevelWhitelabel: "On: resellers and engineers see the marketplace's own look",
  DisableLegacyMicrosoftOrders: "On: no legacy Microsoft orders",
  EnableSchedulingBillingCycleChangesForEoS: "Scheduling another billing cycle for the end of a subscription",
  Knowledgebase: "The knowledge base inside the portal",
  CrossSell: "Microsoft 365 by the new journey",
  "PSA-V2": "Product movement and reconciliation of the PSA",
  PSADataCaching: "Keeping PSA data between visits",
  Notifications: "The bell and its notifications",
  LiveChat: "Live chat",
};

export const stateOf = ({ Enabled, Percentage }: Pick<Flag, "Enabled" | "Percentage">): string =>
  !Enabled || Percentage === 0 ? "Off" : Percentage === 100 ? "On" : `On for ${Percentage}%`;
