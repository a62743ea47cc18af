/**
 * The fields we read from Partner Center's answers. Its samples mix `Status` and `status`; values we do not know stay
 * `unknown`.
 */
import { z } from "zod";

/** Lowers the first letter of every key of a parsed answer, in place: few begin with a capital. */
export function lowerKeys(value: unknown): unknown {
  if (Array.isArray(value)) value.forEach(lowerKeys);
  else if (value !== null && typeof value === "object") {
    const fields = value as Record<string, unknown>;
    for (const key of Object.keys(fields)) {
      lowerKeys(fields[key]);
      const lower = key.charAt(0).toLowerCase() + key.slice(1);
      if (lower === key) continue;
      fields[lower] = fields[key];
      delete fields[key];
    }
  }
  return value;
}

function oneOf<const T extends string>(known: readonly T[]) {
  return z
    .unknown()
    .prefault("unknown")
    .transform((value): T | "unknown" => known.find((each) => each === String(value).toLowerCase()) ?? "unknown");
}

const text = z.string();
const optionalText = z.string().nullish();
const attributes = z.looseObject({ etag: optionalText, category: optionalText }).nullish();

export const customerShape = z.looseObject({
  id: text,
  companyProfile: z.looseObject({ domain: text, companyName: optionalText }).nullish(),
  relationshipToPartner: optionalText,
});

export const relationshipRequestShape = z.looseObject({ url: z.url({ protocol: /^https?$/ }) });

/** A delegated admin relationship; the customer is known once its administrator has approved it. */
export const relationshipShape = z.looseObject({
  id: text,
  status: z.string(),
  "@odata.etag": optionalText,
  customer: z.looseObject({ tenantId: optionalText, displayName: optionalText }).nullish(),
  accessDetails: z.looseObject({ unifiedRoles: z.array(z.looseObject({ roleDefinitionId: text })) }).nullish(),
  autoExtendDuration: optionalText,
  activatedDateTime: optionalText,
  endDateTime: optionalText,
});
/** The roles of a relationship that one of the partner's security groups has. */
export const assignmentShape = z.looseObject({
  status: z.string(),
  accessContainer: z.looseObject({ accessContainerId: text }),
});
export const assignmentsShape = z.looseObject({ value: z.array(assignmentShape) });
export const relationshipsShape = z.looseObject({ value: z.array(relationshipShape) });

/** What a directory says was bought: `skuId` is the number by which its licences are given. */
export const directorySubscriptionsShape = z.looseObject({
  value: z.array(z.looseObject({ commerceSubscriptionId: optionalText, skuId: text })),
});
export const directoryUserShape = z.looseObject({
  id: text,
  usageLocation: optionalText,
  assignedLicenses: z.array(z.looseObject({ skuId: text })),
});

export const agreementShape = z.looseObject({ type: optionalText, dateAgreed: optionalText, templateId: optionalText });
export const templateShape = z.looseObject({ templateId: text, agreementType: optionalText });

/** Links to the next page of a collection. */
const linksShape = z.looseObject({
  next: z.looseObject({ uri: text, headers: z.array(z.object({ key: text, value: text })).nullish() }).nullish(),
});

export const registrationShape = z.looseObject({ webhookUrl: text, webhookEvents: z.array(text) });

export const cartShape = z.looseObject({
  id: text,
  lineItems: z.array(
    z.looseObject({
      id: z.number(),
      catalogItemId: text,
      friendlyName: optionalText,
      orderGroup: optionalText,
      error: z.looseObject({ errorCode: z.union([text, z.number()]), errorDescription: optionalText }).nullish(),
    }),
  ),
});

export const orderShape = z.looseObject({
  id: text,
  status: oneOf(["pending", "completed", "cancelled"]),
  lineItems: z
    .array(
      z.looseObject({
        lineItemNumber: z.number().nullish(),
        offerId: optionalText,
        friendlyName: optionalText,
        quantity: z.number(),
        subscriptionId: optionalText,
      }),
    )
    .nullish(),
});

export const checkoutShape = z.looseObject({
  orders: z.array(orderShape).nullish(),
  orderErrors: z
    .array(
      z.looseObject({
        orderGroupId: optionalText,
        code: z.union([z.string(), z.number()]).nullish(),
        description: optionalText,
      }),
    )
    .nullish(),
});

export const lineProvisioningShape = z.looseObject({
  lineItemNumber: z.number(),
  status: oneOf(["pending", "success", "failed"]),
  errorMessage: optionalText,
});

export const provisioningShape = z.looseObject({ status: oneOf(["pending", "success", "failed"]) });

export const nextTermShape = z.looseObject({
  product: z.looseObject({
    productId: text,
    skuId: text,
    availabilityId: text,
    billingCycle: text,
    termDuration: text,
  }),
  quantity: z.number(),
  customTermEndDate: optionalText,
});

export const subscriptionShape = z.looseObject({
  id: text,
  offerId: optionalText,
  offerName: optionalText,
  friendlyName: optionalText,
  parentSubscriptionId: optionalText,
  quantity: z.number(),
  status: oneOf(["none", "active", "pending", "suspended", "expired", "disabled", "deleted"]),
  autoRenewEnabled: z.boolean().nullish(),
  scheduledNextTermInstructions: nextTermShape.nullish(),
  nextChargeInstructions: nextTermShape.nullish(),
  scheduledActions: z
    .array(z.looseObject({ scheduleType: text, actionType: text, instructions: nextTermShape.nullish() }))
    .nullish(),
  billingCycle: optionalText,
  termDuration: optionalText,
  effectiveStartDate: optionalText,
  commitmentEndDate: optionalText,
  cancellationAllowedUntilDate: optionalText,
  /** Null while it is suspended. */
  refundableQuantity: z
    .looseObject({ details: z.array(z.looseObject({ quantity: z.number(), allowedUntilDateTime: text })).nullish() })
    .nullish(),
  orderId: optionalText,
  attributes,
});

const faultsShape = z
  .array(z.looseObject({ code: z.union([text, z.number()]).nullish(), description: optionalText }))
  .nullish();

/** Only an answer to the request to begin it, until its events say how far it got. */
export const transitionShape = z.looseObject({
  operationId: optionalText,
  toCatalogItemId: optionalText,
  toSubscriptionId: optionalText,
  quantity: z.number().nullish(),
  events: z
    .array(z.looseObject({ name: optionalText, status: optionalText, timestamp: optionalText, errors: faultsShape }))
    .nullish(),
});

export const transitionEligibilityShape = z.looseObject({
  catalogItemId: text,
  eligibilities: z
    .array(z.looseObject({ isEligible: z.boolean(), transitionType: text, errors: faultsShape }))
    .nullish(),
  subscriptionEligibilities: z
    .array(z.looseObject({ isEligible: z.boolean(), subscriptionId: text, errors: faultsShape }))
    .nullish(),
});

const reasonShape = z.looseObject({
  code: z.union([z.string(), z.number()]).nullish(),
  description: optionalText,
  message: optionalText,
});
/** Graph puts the reason one level below. */
export const errorShape = reasonShape.extend({ error: reasonShape.nullish().catch(null) });

export const tokenShape = z.looseObject({ access_token: text, expires_in: z.coerce.number().nullish() });

export type PartnerOrder = z.infer<typeof orderShape>;
export type PartnerSubscription = z.infer<typeof subscriptionShape>;
export type Transition = z.infer<typeof transitionShape>;
export type NextTermInstructions = z.infer<typeof nextTermShape>;

export const invoiceShape = z.looseObject({
  id: text,
  invoiceDate: text,
  billingPeriodStartDate: text,
  billingPeriodEndDate: text,
  currencyCode: text,
  documentType: optionalText,
});

/** An export of billing: its kind is the last word of `@odata.type`. */
/** The files of an export. A change of the tag is another version of the data. */
export const manifestShape = z.looseObject({
  rootDirectory: text,
  sasToken: text,
  eTag: optionalText,
  blobCount: z.number().nullish(),
  blobs: z.array(z.looseObject({ name: text })),
});

/** The manifest is in the answer, or where its link leads. */
export const exportShape = z.looseObject({
  "@odata.type": text,
  resourceLocation: manifestShape.nullish(),
  "resourceLocation@odata.navigationLink": optionalText,
  error: z.looseObject({ code: z.coerce.string(), message: optionalText }).nullish(),
});

/** A line of the file of billed licences. */
export const billedLineShape = z.looseObject({
  customerId: text,
  customerName: optionalText,
  subscriptionId: text,
  subscriptionDescription: optionalText,
  skuName: optionalText,
  chargeType: text,
  chargeStartDate: text,
  chargeEndDate: text,
  unitPrice: z.coerce.number(),
  quantity: z.coerce.number(),
  billableQuantity: z.coerce.number().nullish(),
  subtotal: z.coerce.number(),
  currency: text,
  meterDescription: optionalText,
});

/** A number of a file of use, which may have more digits than arithmetic keeps, and exponents. */
const exactNumber = z.union([z.number(), text]).transform((value) => Number(value).toFixed(8));

/** A line of the file of billed use: a meter of a resource on a day. */
export const usedLineShape = z.looseObject({
  customerId: text,
  customerName: optionalText,
  subscriptionId: text,
  subscriptionDescription: optionalText,
  /** The Azure subscription, where `subscriptionId` is the plan. */
  entitlementId: optionalText,
  skuName: optionalText,
  chargeType: optionalText,
  usageDate: text,
  meterId: text,
  meterName: optionalText,
  meterSubCategory: optionalText,
  quantity: exactNumber,
  effectiveUnitPrice: exactNumber,
  billingPreTaxTotal: exactNumber,
  billingCurrency: text,
});

const transferLine = z.looseObject({
  subscriptionId: optionalText,
  offerId: optionalText,
  friendlyName: optionalText,
  quantity: z.number(),
  commitmentEndDate: optionalText,
});

const transferErrors = z
  .array(
    z.looseObject({
      code: z.union([z.string(), z.number()]).nullish(),
      description: optionalText,
      lineItems: z.array(transferLine).nullish(),
    }),
  )
  .nullish();

/** What changes its partner. Its lines are shown once it is complete. */
export const transferShape = z.looseObject({
  id: text,
  status: oneOf([
    "pending",
    "active",
    "inprogress",
    "complete",
    "completed",
    "cancelled",
    "canceled",
    "reject",
    "rejected",
    "expired",
  ]),
  createdTime: optionalText,
  lastModifiedTime: optionalText,
  completedTime: optionalText,
  expirationTime: optionalText,
  sourcePartnerTenantId: optionalText,
  sourcePartnerName: optionalText,
  targetPartnerTenantId: optionalText,
  targetPartnerName: optionalText,
  transferDirection: optionalText,
  customerEmailId: optionalText,
  lineItems: z.array(transferLine).nullish(),
  transferErrors,
});
export type PartnerTransfer = z.infer<typeof transferShape>;

/** The answer to whoever accepts a transfer: what is ordered for the other partner, and what cannot be. */
export const acceptedTransferShape = z.looseObject({ transferErrors });

export type Page<T> = { items: T[]; links?: z.infer<typeof linksShape> | null | undefined };
const pageOf = <T extends z.ZodType>(item: T) => z.looseObject({ items: z.array(item), links: linksShape.nullish() });

/** Pages of collections, built once: building one for each call cost more than reading its answer. */
export const pages = {
  invoices: pageOf(invoiceShape),
  customers: pageOf(customerShape),
  agreements: pageOf(agreementShape),
  templates: pageOf(templateShape),
  orders: pageOf(orderShape),
  lineProvisioning: pageOf(lineProvisioningShape),
  subscriptions: pageOf(subscriptionShape),
  transitionEligibilities: pageOf(transitionEligibilityShape),
  transitions: pageOf(transitionShape),
  transfers: pageOf(transferShape),
};
