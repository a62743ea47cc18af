/** Hosted voice: its licences and sites, and what an order of it is called. */

export const voiceProduct = "hosted-voice";
/** The plans of Mitel licences, by SKU. */
export const voicePlans = ["voice-standard", "voice-professional"] as const;
/** The licence for phones of another make. */
export const otherVoiceLicence = "voice-sip";
export const voiceSite = "voice-site";
export const propertyTypes = ["commercial", "residential"] as const;

/** Sites of one order. */
export const mostVoiceSites = 200;

export const isMitelLicence = (sku: string): boolean => (voicePlans as readonly string[]).includes(sku);
export const isVoiceLicence = (sku: string): boolean => isMitelLicence(sku) || sku === otherVoiceLicence;

/** Letters sites by their place in a list, from A; after Z comes AA (ORD-49). */
export function siteLetter(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? letter : siteLetter(Math.floor(index / 26) - 1) + letter;
}

/** Kinds of orders, by the number that they have on the wire. */
export const voiceOrderTypes = {
  new: 0,
  licenceChangePending: 1,
  change: 2,
  siteAdd: 3,
  cancellationPending: 4,
} as const;

type Facts = {
  task: string;
  isFirst: boolean;
  isAtWork: boolean;
  /** What the order changes, by SKU. */
  changed: readonly { sku: string; by: number }[];
};

/** Says what kind of order this is. A change of licences is pending until it has come to its end; then it is a change. */
export function voiceOrderType({ task, isFirst, isAtWork, changed }: Facts): number {
  if (task === "cancel") return voiceOrderTypes.cancellationPending;
  if (isFirst) return voiceOrderTypes.new;
  if (task === "add" && changed.some(({ sku }) => sku === voiceSite)) return voiceOrderTypes.siteAdd;
  const isOfLicences = changed.some(({ sku, by }) => isVoiceLicence(sku) && by !== 0);
  return isOfLicences && isAtWork ? voiceOrderTypes.licenceChangePending : voiceOrderTypes.change;
}

/** Whether nothing but the order's status is shown: what it changes is not settled yet (ORD-48). */
export const showsStatusOnly = (type: number): boolean =>
  type === voiceOrderTypes.licenceChangePending || type === voiceOrderTypes.cancellationPending;

export const voiceOrderStatuses = ["Submitted", "In progress", "Completed", "Rejected", "Cancelled"] as const;
export type VoiceOrderStatus = (typeof voiceOrderStatuses)[number];

/** Says how far an order is: it is cancelled if what was rejected of it was given up. */
export function voiceOrderStatus(order: {
  status: "Working" | "Completed" | "Failed";
  isTakenOn: boolean;
  isGivenUp: boolean;
}): VoiceOrderStatus {
  if (order.status === "Completed") return "Completed";
  if (order.status === "Failed") return order.isGivenUp ? "Cancelled" : "Rejected";
  return order.isTakenOn ? "In progress" : "Submitted";
}
