import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import type { Tone } from "../../ui/status.tsx";
import type { DirectDebitStatus } from "./payment-options.queries.ts";

type Words = { label: string; tone: Tone; moving?: true; next: string };

/** How a direct debit stands, and what happens or is to be done next. */
export function wordsOfDebit({ Status, ActiveFrom, FailureReason }: DirectDebitStatus): Words {
  const from = ActiveFrom ? ` The first payment can be taken from ${formatDate(ActiveFrom)}.` : "";
  const ended = FailureReason ?? "Nothing is taken from the account any more. Please pay by bank transfer.";
  const words: Readonly<Record<DirectDebitStatus["Status"], Words>> = {
    none: { label: "None", tone: "disabled", next: "Let us take what you owe from your bank account when it is due." },
    starting: { label: "Being set up", tone: "information", moving: true, next: "This takes a moment." },
    pendingApproval: {
      label: "Waiting for approval",
      tone: "warning",
      next: "Somebody who may sign for the account has to approve it at the bank.",
    },
    pendingSubmission: {
      label: "On its way to your bank",
      tone: "information",
      next: `It goes to your bank at four o’clock on the next working day.${from}`,
    },
    submitted: {
      label: "With your bank",
      tone: "information",
      next: `Your bank takes about two working days to accept it.${from}`,
    },
    active: {
      label: "Active",
      tone: "success",
      next: `You are told amount and day three working days before a payment is taken.${from.replace("first", "next")}`,
    },
    suspended: {
      label: "Suspended at your bank",
      tone: "warning",
      next: "Nothing can be taken now. Please ask your bank to let it go on, or pay by bank transfer.",
    },
    ending: { label: "Being cancelled", tone: "information", moving: true, next: "Nothing is taken any more." },
    failed: { label: "Not set up", tone: "fail", next: ended },
    cancelled: { label: "Cancelled", tone: "disabled", next: ended },
    expired: { label: "Expired", tone: "warning", next: ended },
    consumed: { label: "Used up", tone: "disabled", next: ended },
    blocked: { label: "Blocked", tone: "fail", next: ended },
  };
  return words[Status];
}
