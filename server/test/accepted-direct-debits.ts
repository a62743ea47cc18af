import { randomUUID } from "node:crypto";
import type { World } from "./object-makers.ts";
import { withPaperDebits } from "./paper-debits.ts";

/** Whatever direct debit the company had has ended. */
const ended = ({ app, person }: World) =>
  app.sql("update mandates set status = 'cancelled' where reseller_id = $1", [person.resellerId]);

/** What calls about direct debits need to be accepted. */
export const acceptedDirectDebits = {
  "directDebits.status": async () => ({}),
  "directDebits.authorise": async (world: World) => {
    withPaperDebits(world.app);
    await ended(world);
    return {
      body: { AccountHolderName: "Harbour IT", SortCode: "20-00-00", AccountNumber: "55779911", Confirmed: true },
    };
  },
  "directDebits.cancel": async (world: World) => {
    const { app, person } = world;
    await ended(world);
    await app.sql(
      `insert into mandates (reseller_id, provider, prepared_ref, scheme, created_by, created_at, changed_at)
       values ($1, 'paper', $2, 'bacs', 'Robin Tester', now(), now())`,
      [person.resellerId, randomUUID()],
    );
    return {};
  },
};
