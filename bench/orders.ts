import http from "node:http";
import type pg from "pg";
import { writtenAlike } from "./data.ts";
import { send, type Request, type Side } from "./measure.ts";

type Offer = { OfferId: string; Cost: string };
const agent = new http.Agent({ keepAlive: true });
const json = { "content-type": "application/json" };

async function call<T>(side: Side, request: Request): Promise<T> {
  const headers = request.method ? { ...json, "idempotency-key": crypto.randomUUID() } : {};
  const { status, text } = await send(side, agent, { ...request, headers });
  if (status !== 200) throw new Error(`${request.path} answered ${status}: ${text.slice(0, 500)}`);
  return (JSON.parse(text) as { Result: T }).Result;
}

async function sign(side: Side): Promise<void> {
  const path = "/api/agreements/microsoft-365";
  const { Version, TextHash } = await call<{ Version: string; TextHash: string }>(side, { path });
  const body = { Version, TextHash, ReadToEnd: true, Name: "Robin Tester", JobTitle: "Director" };
  await call(side, { method: "POST", path: `${path}/sign`, body: JSON.stringify(body) });
}

type Item = { IsAddOn: boolean; NeedsOneOf: string[]; Minimum: number; Offers: (Offer & { Term: string })[] };

/** Counts the rows of both sides in the tables that both write. */
async function countRows(admin: pg.Client): Promise<{ ours: string; best: string }[]> {
  const counts = writtenAlike.map(
    (table) => `select (select count(*) from ${table}) as ours, (select count(*) from limits.${table}) as best`,
  );
  return (await admin.query(counts.join(" union all "))).rows;
}

/**
 * Prepares orders of three lines, each for another of the reseller's customers: the requests to both sides, and their
 * comparison.
 */
export async function orderRequests(admin: pg.Client, ours: Side, resellerId: string) {
  await sign(ours);
  const { rows } = await admin.query("select id from customers where reseller_id = $1 order by id", [resellerId]);
  const customers = rows.map((row) => row.id as string);
  const { Steps } = await call<{ Steps: { Items: Item[] }[] }>(ours, {
    path: `/api/journeys/product/microsoft-365?CustomerId=${customers[0]}&Action=Add`,
  });
  const offers = Steps.flatMap((step) => step.Items)
    .filter((item) => !item.IsAddOn && item.NeedsOneOf.length === 0 && item.Minimum <= 1)
    .flatMap((item) => item.Offers.find((offer) => offer.Term === "P1M") ?? [])
    .slice(0, 3);
  for (const { OfferId, Cost } of offers)
    await admin.query("insert into limits.offers select id, name, $2 from offers where id = $1", [OfferId, Cost]);
  const Details = {
    AgreementName: "Ada Lovelace",
    AgreementEmail: "ada@acme.example",
    AgreementDate: "2026-01-01",
    Address1: "12 Mill Lane",
    TownCity: "Bath",
    PostCode: "BA1 1AA",
  };
  const wanted = (customer: string) => ({
    CustomerId: customer,
    ProductId: "microsoft-365",
    Details,
    Change: { Kind: "add", Lines: offers.map(({ OfferId }, n) => ({ Key: `line-${n}`, OfferId, Quantity: n + 3 })) },
  });
  const propose = (customer: string) =>
    call<{ Hash: string }>(ours, { method: "POST", path: "/api/proposals", body: JSON.stringify(wanted(customer)) });
  // A proposal for the same day and lines is the same for every new customer.
  const Proposal = await propose(customers[0]!);
  const { Hash } = Proposal;
  if ((await propose(customers[1]!)).Hash !== Hash) throw new Error("Proposals of equal customers differ");
  let used = 0;
  const before = await countRows(admin);
  const order = (path: string, promised: object) => (): Request => ({
    method: "POST",
    path,
    body: JSON.stringify({ ...wanted(customers[used++]!), ...promised, ProposalHash: Hash }),
    headers: { ...json, "idempotency-key": crypto.randomUUID() },
  });
  return {
    ours: order("/api/orders", {}),
    // The limit receives the proposal that the product computes, since it stores the same promise with the order.
    limit: order("/order", { Proposal }),
    /** Checks that both sides write as many rows everywhere, and promise the same charges for their last order. */
    async agree() {
      const written = await countRows(admin);
      for (const [at, now] of written.entries())
        if (Number(now.ours) - Number(before[at]!.ours) !== Number(now.best) - Number(before[at]!.best))
          throw new Error(`The sides write different numbers of rows in ${writtenAlike[at]}`);
      const { rows: sums } = await admin.query(
        `select (select sum(amount_minor) from held_charges where order_id = (select id from orders order by id desc limit 1))::text as ours,
                (select sum(amount_minor) from limits.held_charges where order_id = (select id from limits.orders order by id desc limit 1))::text as best`,
      );
      if (sums[0].ours === null || sums[0].ours !== sums[0].best)
        throw new Error(`The orders promise different charges: ${JSON.stringify(sums[0])}`);
    },
  };
}
