import { paymentMethods } from "@tradewind/contract/billing/payment-methods.ts";
import type { Person, TestApp } from "./test-app.ts";

/** Stores a card at the vault's stand-in as somebody does on its page, and returns our id. */
export async function addCard(
  app: TestApp,
  zuora: (what: string, body: unknown) => Promise<unknown>,
  person: Person,
  cardNumber: string,
  Currency: "GBP" | "EUR" = "GBP",
): Promise<string> {
  const page = (await app.call(person, paymentMethods.authorisePage, { query: { Currency } })).Result!;
  const given = { token: page.Token, signature: page.Signature, id: page.PageId, tenantId: page.TenantId };
  const fields = { ...given, cardNumber, expires: "12/30", cvv: "123" };
  const told = (await zuora("act", { action: "submit", fields })) as Record<"refId" | "token" | "signature", string>;
  const body = { RefId: told.refId, Token: told.token, Signature: told.signature };
  return (await app.call(person, paymentMethods.add, { body })).Result!.Id;
}
