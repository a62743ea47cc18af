import type { Policy } from "@tradewind/domain/pricing/policies.ts";

/** Says what a rule does to an amount. */
export function policyWords(policy: Policy): string {
  switch (policy.kind) {
    case "refund":
      return {
        full: "All of what was charged for it is given back.",
        startedDays:
          "What was charged for the days to come is given back; days that have begun, today included, are kept.",
        none: "Nothing of what was charged for it is given back.",
      }[policy.method];
    case "termEnd":
      return policy.outcome === "renew"
        ? "At the end of its term it renews, at the price of that day, unless something else was chosen."
        : "At the end of its term it ends, unless something else was chosen.";
    case "usage":
      return "What was used above the licences is charged from the vendor’s report of the month, once the month is over.";
    case "window":
      return "It decides how long what was bought can be given back.";
    case "goods":
      return "It decides what is taken back of goods, and what that costs.";
    case "alignment":
      return "It decides how a term can be shortened to end with others.";
    case "port":
      return "It decides how soon numbers can come from another provider.";
    case "intent":
      return "It decides how often a choice is placed again that its vendor has lost.";
  }
}
