import type { AnyCure, Difference } from "./differences.queries.ts";

type Words = { button: string; title: string; text: string; done: string };

/** What can be done with several differences at once. */
export const sharedCures = ["take", "ask", "accept"] as const;

/** Says what a cure does to a difference, or to several. */
export function cureWords(of: readonly Pick<Difference, "Kind" | "VendorName">[], cure: AnyCure): Words {
  const vendors = new Set(of.map(({ VendorName }) => VendorName));
  const [{ Kind, VendorName }] = of as [(typeof of)[number]];
  const vendor = vendors.size === 1 ? VendorName : "each vendor";
  const Vendor = vendors.size === 1 ? VendorName : "Each vendor";
  const isOne = of.length === 1;
  switch (cure) {
    case "take":
      return {
        button: `Take ${vendor}’s`,
        title: `Take over what ${vendor} has?`,
        text: (isOne && taken[Kind]) || `Our book becomes what ${vendor} has. ${Vendor} is asked for nothing.`,
        done: `We now have what ${vendor} has`,
      };
    case "ask":
      return {
        button: `Ask ${vendor}`,
        title: `Ask ${vendor} for what we have?`,
        text: `${Vendor} is asked to bring ${isOne ? "the subscription" : "the subscriptions"} to what we have. That changes no charge of ours; what ${vendor} refuses shows on the service.`,
        done: `${Vendor} is being asked`,
      };
    case "adopt":
      return {
        button: "Adopt it",
        title: "Adopt it for its customer?",
        text: `It becomes a subscription of the customer in whose tenant it stands, with the term that ${vendor} tells. ${Vendor} is asked for nothing, and the company is told.`,
        done: "It is adopted",
      };
    case "accept":
      return {
        button: "Accept",
        title: isOne ? "Accept this as it is?" : "Accept these as they are?",
        text: `Nothing changes, neither here nor at ${isOne ? "the vendor. The" : "a vendor. A"} difference opens again when the vendor has something else.`,
        done: isOne ? "The difference is accepted" : "The differences are accepted",
      };
  }
}

export const differencesOf = (count: number) => `${count.toLocaleString("en-GB")} difference${count === 1 ? "" : "s"}`;

const taken: Partial<Record<Difference["Kind"], string>> = {
  suspended: "It becomes suspended here, too. Billing continues until the end of its term, and then it ends.",
  resumed: "It becomes active here, too.",
  term: "Its term ends on that day here, too. What was charged for later days is given back, and a last period that is shorter is charged by its days.",
  extended:
    "It becomes the same here, from the day on which it did there: what was charged for that day and later is given back, and charged as it runs there.",
  ended: "It ends here, too, and what was charged for later days is given back.",
};
