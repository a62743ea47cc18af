import type { Journey, WireChange } from "@tradewind/contract/ordering/orders.ts";
import type { FieldValue } from "../../shared/field-answers.ts";
import type { OwnCall } from "../../shared/proposal/use-commit.ts";
import { hardwareServiceOf } from "./hardware-service.ts";
import type { Answers } from "./journey-answers.ts";
import { voiceServiceOf } from "./voice-service.ts";

/** Returns what a journey orders by a call of its own; undefined of what is ordered like everything else. */
export function ownCallOf(
  journey: Journey,
  answers: Answers,
  change: WireChange | undefined,
  details: Readonly<Record<string, FieldValue>>,
): OwnCall | undefined {
  const voice = voiceServiceOf(journey, answers, details);
  if (voice) return { voice };
  const hardware = hardwareServiceOf(journey, change, details);
  return hardware && { hardware };
}
