import { basket } from "@tradewind/contract/ordering/basket.ts";
import { addCustomerOf, agreement } from "./order-story.ts";
import { monthly } from "./quote-story.ts";
import type { Person, TestApp } from "./test-app.ts";

/** The shared steps of basket tests: putting an order into one, reading it, and placing what it shows. */
export function basketStory(app: TestApp) {
  const wish = (CustomerId: string, Quantity = 2) => ({
    CustomerId,
    ProductId: "microsoft-365",
    Details: agreement,
    Lines: [{ Key: "a", OfferId: monthly, Quantity }],
  });
  const add = async (person: Person, customerId: string, quantity?: number) =>
    (await app.call(person, basket.add, { body: wish(customerId, quantity) })).Result!.Id;
  const addForNew = async (person: Person) => add(person, await addCustomerOf(app, person));
  const read = async (person: Person) => (await app.call(person, basket.read)).Result!;
  /** What the basket shows as ready to be placed. */
  const shown = async (person: Person) =>
    (await read(person)).Lines.flatMap(({ Id, State, Proposal }) =>
      State === "open" && Proposal ? [{ Id, Hash: Proposal.Hash }] : [],
    );
  const place = async (person: Person) => app.call(person, basket.place, { body: { Lines: await shown(person) } });
  return { wish, add, addForNew, read, shown, place };
}
