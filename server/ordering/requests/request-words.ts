import type { WorkedOut } from "../proposals/proposals.reads.ts";

/** Says what a change would do, as a request is called: `Add 3 × Business Premium`. */
export function requestWords({ change, proposal }: WorkedOut): string {
  const things = proposal.subscriptions
    .filter((each) => each.quantity > 0)
    .map((each) => {
      const wish = change.kind === "schedule" && each.termEnd.outcome === "renew" ? each.termEnd.quantity : null;
      return `${wish ?? each.quantity} × ${each.name}`;
    })
    .join(", ");
  switch (change.kind) {
    case "add":
      return `Add ${things}`;
    case "upgrade":
      return `Upgrade to ${things}`;
    case "newTerm":
      return `Begin a new term of ${things}`;
    case "schedule":
      return `Renew with ${things}`;
    case "billing":
      return `Change the billing of ${things}`;
    default:
      return `Change to ${things}`;
  }
}
