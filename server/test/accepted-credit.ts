import { randomUUID } from "node:crypto";
import { hashOfCode } from "../billing/credit/credit.actions.ts";
import { acceptedOfMonths } from "./accepted-months.ts";
import { acceptedOfLineCredits } from "./accepted-line-credits.ts";
import { acceptedOfWriteOffs } from "./accepted-write-offs.ts";
import { owed } from "./accepted-payments.ts";
import type { World } from "./object-makers.ts";
import { worldOf } from "./objects.ts";
import { withPaperGateway } from "./paper-gateway.ts";

let codes = 0;
/** A code that the caller can redeem. */
async function codeFor({ app, person }: World): Promise<string> {
  const code = `CODE${String(++codes).padStart(12, "2")}`;
  await app.sql("update credit_codes set hash = $2, only_for = $3, needs_approval = false where id = $1", [
    await worldOf(app, person).object("creditCodeId"),
    hashOfCode(code),
    person.resellerId,
  ]);
  return code;
}

/** What calls about credit, write-offs and months need to be accepted. */
export const acceptedOfCredit = {
  ...acceptedOfLineCredits,
  ...acceptedOfWriteOffs,
  ...acceptedOfMonths,
  "credit.redeem": async (world: World) => ({ body: { Code: await codeFor(world) } }),
  "credit.spend": async (world: World) => {
    const invoiceId = await owed(world);
    const posting = [world.person.resellerId, randomUUID()];
    await world.app.sql(
      `insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, effective_on, recorded_at)
       select $1, $2, account, minor, 'GBP', '2026-02-01', now() from (values ('cost:goodwill', 100), ('credit', -100)) e (account, minor)`,
      posting,
    );
    return { params: { invoiceId } };
  },
  "credit.add": async ({ app }: World) => {
    withPaperGateway(app);
    return { body: { Amount: { Minor: "1000", Currency: "GBP" } } };
  },
  "creditCodes.approve": async ({ app, person }: World) => ({
    params: { creditCodeId: await worldOf(app, person).object("creditCodeId") },
  }),
  "creditCodes.withdraw": async ({ app, person }: World) => ({
    params: { creditCodeId: await worldOf(app, person).object("creditCodeId") },
  }),
};
