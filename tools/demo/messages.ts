import { announcements } from "@tradewind/contract/portal/announcements.ts";
import { ratings } from "@tradewind/contract/portal/ratings.ts";
import type { Cast } from "./teller.ts";

/** Publishes the operator's messages: an announcement for customers, a rating for engineers, a banner for both. */
export async function leaveMessages({ operator }: Cast): Promise<void> {
  await operator.call(announcements.add, {
    body: {
      Kind: "announcement",
      Title: "See how your orders went",
      Body: "The bell at the top now says when something you ordered is done, or has failed.\n\nOpen an entry to go to the service it is about.",
      UserKinds: ["endUserAdmin"],
    },
  });
  await operator.call(announcements.add, {
    body: {
      Kind: "banner",
      Title: "Maintenance on Sunday",
      Body: "Orders placed between 02:00 and 04:00 are carried out afterwards. Services keep running.",
      UserKinds: ["engineer", "endUserAdmin", "endUser"],
    },
  });
  await operator.call(ratings.ask, {
    params: { featureId: "ordering" },
    body: { Enabled: true, UserKinds: ["engineer"] },
  });
}
