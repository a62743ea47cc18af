import type { Journey, WireChange } from "@tradewind/contract/ordering/orders.ts";
import { changeOfVoice, type VoiceService } from "@tradewind/contract/ordering/voice.ts";
import { isMitelLicence, otherVoiceLicence, voicePlans, voiceProduct } from "@tradewind/domain/ordering/voice.ts";
import { sentAnswers, type FieldValue } from "../../shared/field-answers.ts";
import { siteItemOf, type Answers } from "./journey-answers.ts";

/** Whether a journey adds hosted voice, which is ordered by a call of its own. */
export const isVoiceOrder = ({ ProductId, Action }: Pick<Journey, "ProductId" | "Action">): boolean =>
  ProductId === voiceProduct && Action === "Add";

/** Returns what is ordered of hosted voice; undefined of other products and of changes. */
export function voiceServiceOf(
  journey: Journey,
  answers: Answers,
  details: Readonly<Record<string, FieldValue>>,
): VoiceService | undefined {
  if (!isVoiceOrder(journey)) return undefined;
  const item = siteItemOf(journey);
  const plan = answers.lines.find(({ sku }) => isMitelLicence(sku));
  return {
    OrganisationID: journey.Customer.Id,
    OrganisationName: journey.Customer.Name,
    Sites: answers.sites.map(({ quantity, attributes }) => ({
      ...(sentAnswers(item?.Attributes ?? [], attributes) as Omit<VoiceService["Sites"][number], "DDIBlocks">),
      DDIBlocks: quantity,
    })),
    SelectedProduct: voicePlans.find((sku) => sku === plan?.sku) ?? null,
    MitelLicences: plan?.quantity ?? 0,
    NonMitelLicences: answers.lines.find(({ sku }) => sku === otherVoiceLicence)?.quantity ?? 0,
    CallReportingEmailAddress: String(details["CallReportingEmailAddress"] ?? "") || null,
    BandwidthConfirmed: details["BandwidthConfirmed"] === true,
    OrderId: null,
  };
}

/** Returns the change that it is, without what is known of its sites, which no price depends on. */
export function voiceChangeOf(journey: Journey, answers: Answers): WireChange | undefined {
  const service = voiceServiceOf(journey, answers, {});
  if (!service || service.MitelLicences + service.NonMitelLicences === 0) return undefined;
  const change = changeOfVoice(service);
  return change.Kind === "add" ? { ...change, Lines: change.Lines.map(({ Attributes: _, ...line }) => line) } : change;
}
