import { owed } from "./accepted-payments.ts";
import type { World } from "./object-makers.ts";

/** A write-off of £1.00 that waits for the caller. */
async function waiting(world: World) {
  const [made] = await world.app.sql<{ id: string }>(
    `insert into write_offs (reseller_id, invoice_id, kind, amount_minor, currency, reason, entered_by, entered_by_id, entered_at, needs_approval)
     values ($1, $2, 'badDebt', 100, 'GBP', 'Insolvent', 'Ida Operator',
             (select person_id from memberships where reseller_id = $1 limit 1), now(), true) returning id`,
    [world.person.resellerId, await owed(world)],
  );
  return { params: { writeOffId: made!.id } };
}

/** What calls about write-offs need to be accepted. */
export const acceptedOfWriteOffs = {
  "writeOffs.enter": async (world: World) => ({
    params: { resellerId: world.person.resellerId },
    body: {
      InvoiceId: await owed(world),
      Kind: "badDebt",
      Amount: { Minor: "100", Currency: "GBP" },
      Reason: "Insolvent",
    },
  }),
  "writeOffs.approve": waiting,
  "writeOffs.refuse": waiting,
  "writeOffs.takeBack": async (world: World) => {
    const sent = await waiting(world);
    await world.app.sql(
      `update write_offs set needs_approval = false, state = 'posted', decided_by = entered_by, decided_by_id = entered_by_id, decided_at = now()
       where id = $1`,
      [sent.params.writeOffId],
    );
    return sent;
  },
};
