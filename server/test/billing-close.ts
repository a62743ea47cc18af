import { addDays } from "@tradewind/domain/values/dates.ts";
import { breachesOfBooks, breachesOfPayer } from "./billing-books.ts";
import { breachesOfDocument, breachesOfForecast } from "./billing-documents.ts";
import type { BillingPeople, Payer } from "./billing-people.ts";
import type { BillingWorld } from "./billing-world.ts";

/**
 * Has the gateways pay out and their books read, and answers all that does not hold then, of documents of the day's run each by
 * itself. To be called in a quiet moment, on the first of a month when its invoices are to be looked at.
 */
export async function closeBooks(
  world: BillingWorld,
  people: BillingPeople,
  payers: readonly Payer[],
): Promise<string[]> {
  const { today, payOut } = world;
  await payOut();
  const breaches = await breachesOfBooks(world);
  const isFirst = today().endsWith("-01");
  for (const payer of payers) {
    breaches.push(...(await breachesOfPayer(world, people, payer)));
    if (!isFirst) continue;
    const documents = await people.documentsOf(payer);
    for (const document of documents.filter(({ IssuedOn }) => IssuedOn === today()))
      breaches.push(...(await breachesOfDocument(world, payer, document)));
    breaches.push(...breachesOfForecast(payer, documents, `${addDays(today(), -1).slice(0, 7)}-01`));
    await people.lookAhead(payer);
  }
  return breaches;
}
