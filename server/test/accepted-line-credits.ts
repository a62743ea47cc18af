import type { World } from "./object-makers.ts";

/** A credit of £1.00 of a line that waits for the caller. */
async function waiting({ app, person, object }: World) {
  const corrects = await object("invoiceLineId");
  const [made] = await app.sql<{ id: string }>(
    `with made as (
       insert into line_credits (reseller_id, invoice_id, reason, words, net_minor, vat_minor, currency, entered_by, entered_by_id, entered_at, needs_approval)
       values ($1, $2, 'agreed', 'As agreed', 100, 20, 'GBP', 'Ida Operator',
               (select person_id from memberships where reseller_id = $1 limit 1), now(), true) returning id)
     insert into credited_lines (reseller_id, credit_id, corrects, net_minor) select $1, id, $3, 100 from made returning credit_id as id`,
    [person.resellerId, await object("invoiceId"), corrects],
  );
  return { params: { lineCreditId: made!.id } };
}

/** What calls about credits of lines need to be accepted. */
export const acceptedOfLineCredits = {
  "lineCredits.enter": async ({ person, object }: World) => ({
    params: { resellerId: person.resellerId, invoiceId: await object("invoiceId") },
    body: {
      Lines: [{ LineId: await object("invoiceLineId"), Net: { Minor: "100", Currency: "GBP" } }],
      Reason: "agreed",
      Words: "As agreed by telephone",
    },
  }),
  "lineCredits.approve": waiting,
  "lineCredits.refuse": waiting,
};
