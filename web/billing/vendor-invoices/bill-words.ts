import type { BillDecision, BillDifferenceKind } from "@tradewind/domain/billing/vendor-bills.ts";

export const causeWords: Readonly<Record<BillDifferenceKind, string>> = {
  notOurs: "Not ours",
  notTheirs: "Not billed",
  quantity: "Other quantity",
  price: "Other price",
  days: "Other days",
  rounding: "Rounding",
  ended: "Ended in the month",
  began: "Began later",
  waiting: "Charged later",
};

export const decisionWords: Readonly<
  Record<BillDecision, { button: string; title: string; text: string; done: string }>
> = {
  accept: {
    button: "Accept",
    title: "Accept this line as it is?",
    text: "We pay what the vendor asks for it. What our charges owe stays as it is, and the difference is ours.",
    done: "The line is accepted",
  },
  dispute: {
    button: "Dispute",
    title: "Dispute this line with the vendor?",
    text: "It stays here until the vendor corrects it, or you accept it after all. Tell the vendor yourself; the reason is kept with it.",
    done: "The line is disputed",
  },
  correct: {
    button: "Mark as corrected",
    title: "Mark this line as corrected?",
    text: "Choose this once the vendor has credited it or billed it as agreed.",
    done: "The line is marked as corrected",
  },
};
