import { differences, everyDifference } from "@tradewind/contract/ordering/differences.ts";
import { sqlToday } from "./database.ts";
import type { World } from "./object-makers.ts";
import { worldOf } from "./objects.ts";
import type { Sent } from "./requests.ts";
import type { Person } from "./test-app.ts";

/** Two licences in a customer's tenant that nobody ordered here. */
async function unordered({ app, person }: Pick<World, "app" | "person">): Promise<string> {
  const id = await worldOf(app, person).object("differenceId");
  await app.sql(
    `update differences d set kind = 'unknown', subscription_id = null, vendor_ref = gen_random_uuid()::text, facts = jsonb_build_object(
       'status', 'active', 'quantity', 2, 'term', o.term, 'billing', o.billing, 'termFrom', d.since::date, 'termUntil', ${sqlToday} + 45, 'offerRef', o.offer_ref)
     from offers o where o.id = 'CFQ7TTC0LDPB:0001:P1Y:monthly' and d.id = $1`,
    [id],
  );
  return id;
}

/** What must be so before calls about differences are accepted, as in `accepted.ts`. */
export const acceptedDifferences: Record<string, (world: World, person: Person) => Promise<Sent>> = {
  "differences.settle": async ({ app, person }, caller) => {
    const chosen = { Cure: "accept" as const, DifferenceIds: [await worldOf(app, person).object("differenceId")] };
    const { Hash } = (await app.call(caller, differences.propose, { body: chosen })).Result!;
    return { body: { ...chosen, Hash, Note: "Agreed with the vendor" } };
  },
  "everyDifference.accept": async ({ app, person }) => ({
    body: { DifferenceIds: [await worldOf(app, person).object("differenceId")], Note: "Agreed with the vendor" },
  }),
  "everyDifference.propose": async ({ app, person }) => ({
    params: { differenceId: await unordered({ app, person }) },
  }),
  "everyDifference.adopt": async ({ app, person }, operator) => {
    const differenceId = await unordered({ app, person });
    const { Hash, From } = (await app.call(operator, everyDifference.propose, { params: { differenceId }, query: {} }))
      .Result!;
    return { params: { differenceId }, body: { Hash, From } };
  },
};
