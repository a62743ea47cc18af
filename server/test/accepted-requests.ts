import { azureOf } from "./azure-story.ts";
import type { World } from "./object-makers.ts";
import { addCustomerOf } from "./order-story.ts";
import { requestStory } from "./request-story.ts";
import type { Sent } from "./requests.ts";
import type { Person } from "./test-app.ts";

/** A request of the person's own that is open, at a customer for whom colleagues have to ask. */
async function open({ app }: World, person: Person): Promise<string> {
  const { begin, asked, wanted } = requestStory(app);
  const { customerId } = await begin({ Colleagues: "byRequest" }, person);
  return asked(person, wanted(customerId));
}

/** What must be so before calls about requests are accepted, as in `accepted.ts`. */
export const acceptedRequests: Record<string, (world: World, person: Person) => Promise<Sent>> = {
  "azureBudgets.save": async ({ app }, person) => {
    const customerId = await addCustomerOf(app, person);
    await azureOf(app, person, customerId);
    return { params: { customerId } };
  },
  "orderRules.save": async ({ app }, person) => ({ params: { customerId: await addCustomerOf(app, person) } }),
  "requests.ask": async ({ app }, person) => {
    const { begin, hashed, wanted } = requestStory(app);
    const { customerId } = await begin({ Colleagues: "byRequest" }, person);
    return { body: { ...(await hashed(person, wanted(customerId))), Note: "For the new starter" } };
  },
  "requests.approve": async (world, person) => {
    const requestId = await open(world, person);
    const { Result } = await requestStory(world.app).read(person, requestId);
    return { params: { requestId }, body: { ProposalHash: Result!.Present!.Hash } };
  },
  "requests.refuse": async (world, person) => ({ params: { requestId: await open(world, person) } }),
  "requests.withdraw": async (world, person) => ({ params: { requestId: await open(world, person) } }),
};
