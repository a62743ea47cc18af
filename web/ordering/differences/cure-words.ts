import type { AnyCure, Difference } from "./differences.queries.ts";

type Words = { button: string; title: string; text: string; done: string };

/** Says what a cure does to a difference. */
export function cureWords({ Kind, VendorName: vendor }: Pick<Difference, "Kind" | "VendorName">, cure: AnyCure): Words {
  switch (cure) {
    case "take":
      return {
        button: `Take ${vendor}’s`,
        title: `Take over what ${vendor} has?`,
        text: taken[Kind] ?? `Our book becomes what ${vendor} has. ${vendor} is asked for nothing.`,
        done: `We now have what ${vendor} has`,
      };
    case "ask":
      return {
        button: `Ask ${vendor}`,
        title: `Ask ${vendor} for what we have?`,
        text: `${vendor} is asked to bring the subscription to what we have. That changes no charge of ours; what ${vendor} refuses shows on the service.`,
        done: `${vendor} is being asked`,
      };
    case "adopt":
      return {
        button: "Adopt it",
        title: "Adopt it for its customer?",
        text: `It becomes a subscription of the customer in whose tenant it stands, with the term that ${vendor} tells. ${vendor} is asked for nothing, and the company is told.`,
        done: "It is adopted",
      };
    case "accept":
      return {
        button: "Accept",
        title: "Accept this as it is?",
        text: "Nothing changes, neither here nor at the vendor. The difference opens again when the vendor has something else.",
        done: "The difference is accepted",
      };
  }
}

const taken: Partial<Record<Difference["Kind"], string>> = {
  suspended: "It becomes suspended here, too. Billing continues until the end of its term, and then it ends.",
  resumed: "It becomes active here, too.",
  term: "Its term ends on that day here, too. What was charged for later days is given back, and a last period that is shorter is charged by its days.",
  extended:
    "It becomes the same here, from the day on which it did there: what was charged for that day and later is given back, and charged as it runs there.",
  ended: "It ends here, too, and what was charged for later days is given back.",
};
