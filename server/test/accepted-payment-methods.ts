import { randomUUID } from "node:crypto";
import type { World } from "./object-makers.ts";
import { withPaperVault } from "./paper-vault.ts";

/** A card of the caller's company, by our id. */
export async function card({ app, person }: World): Promise<string> {
  withPaperVault(app);
  const [row] = await app.sql<{ id: string }>(
    `insert into payment_methods (reseller_id, kind, gateway, gateway_ref, brand, last_four, created_by, created_at)
     values ($1, 'card', 'paper', $2, 'Visa', '4242', 'Robin Tester', now()) returning id`,
    [person.resellerId, randomUUID()],
  );
  return row!.id;
}

/** An opening of the vault's page, in the account that `RefId` begins with. */
async function opened({ app, person }: World) {
  withPaperVault(app);
  const [Token, account] = [randomUUID(), randomUUID()];
  await app.sql(
    `insert into payment_pages (reseller_id, token, kind, account_ref, tenant_id, page_id, url, key)
     values ($1, $2, 'card', $3, '12270', 'page', 'https://pages.example/page', 'a2V5')`,
    [person.resellerId, Token, account],
  );
  return { body: { Token, RefId: `${account}_1`, Signature: "c2lnbmVk" } };
}

/** What calls about payment methods need to be accepted. */
export const acceptedPaymentMethods = {
  "automaticPayments.next": async () => ({}),
  "dunning.standing": async () => ({}),
  "paymentMethods.options": async () => ({}),
  "paymentMethods.cards": async () => ({ query: { PaymentMethodStatus: "Active" } }),
  "paymentMethods.authorisePage": async ({ app }: World) => {
    withPaperVault(app);
    return { query: { Currency: "GBP" } };
  },
  "paymentMethods.add": opened,
  "paymentMethods.update": async (world: World) => ({
    body: {
      autoPay: true,
      paymentTerm: "Net 14",
      paymentMethodType: "CreditCard",
      defaultPaymentMethodId: await card(world),
    },
  }),
  "paymentMethods.cancel": async (world: World) => ({ body: { ids: [await card(world)] } }),
};
