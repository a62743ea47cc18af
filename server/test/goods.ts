import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { stock } from "@tradewind/contract/ordering/stock.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import type { Person, TestApp } from "./test-app.ts";
import type { TestWorker } from "./test-worker.ts";

/** The steps of a story about goods: what is in stock, what is ordered of it, and the work that is to send it. */
export function goodsStory(app: TestApp, worker: Pick<TestWorker, "until">, operator: Person) {
  const receive = (sku: string, Quantity: number) =>
    app.call(operator, stock.receive, { params: { sku }, body: { Quantity } });

  const level = async (sku: string) => {
    const { Result } = await app.call(operator, stock.list, { query: { Search: sku } });
    return Result!.Items.find((item) => item.Sku === sku)!;
  };

  const wanted = (customerId: string, sku: string, Quantity: number) => ({
    CustomerId: customerId,
    ProductId: "hosted-voice-hardware",
    Details: {},
    Change: { Kind: "add", Lines: [{ Key: "a", OfferId: `${sku}:none:once`, Quantity }] } satisfies WireChange,
  });
  const propose = (person: Person, customerId: string, sku: string, quantity: number) =>
    app.call(person, orders.propose, { body: wanted(customerId, sku, quantity) });

  const place = (person: Person, customerId: string, sku: string, quantity: number, ProposalHash: string) =>
    app.call(person, orders.place, { body: { ...wanted(customerId, sku, quantity), ProposalHash } });

  /** Orders what is promised, and looks again if there is less by then. */
  async function order(person: Person, customerId: string, sku: string, quantity: number) {
    for (;;) {
      const proposal = await propose(person, customerId, sku, quantity);
      if (!proposal.Result) return proposal as never;
      const placed = await place(person, customerId, sku, quantity, proposal.Result.Hash);
      if (placed.Error !== "proposalChanged") return placed;
    }
  }

  /** The work that sends a customer's order. */
  const workFor = (customerName: string) =>
    worker.until(
      async () =>
        (await app.call(operator, work.list, { query: { Search: customerName } })).Result!.Items.find(
          (item) => item.CustomerName === customerName,
        ),
      `work for ${customerName}`,
    );

  /** Sends units of a line, some with their serial numbers. */
  const dispatch = (workItemId: string, key: string, Quantity: number, serials: readonly string[] = []) =>
    app.call(operator, work.dispatch, {
      params: { workItemId },
      body: {
        Carrier: "DPD",
        Tracking: "1550 2222 333",
        Lines: [{ Key: key, Quantity }],
        Lists: serials.length > 0 ? [{ Key: key, Kind: "device", Codes: [...serials] }] : [],
      },
    });

  return { dispatch, receive, level, propose, place, order, workFor };
}
