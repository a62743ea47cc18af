import type { WireProposal } from "@tradewind/contract/ordering/orders.ts";
import { plans, type PlanLine } from "@tradewind/contract/ordering/plans.ts";
import type { Person, TestApp } from "./test-app.ts";

export type KeptPromises = ReturnType<typeof keptPromises>;

type Row = Pick<WireProposal["Lines"][number], "Kind" | "From" | "Until" | "Quantity"> & { Minor: string };
type Outcome = { subscription_id: string; state: string; rows: Row[] };

/** Remembers what people were proposed, and compares it with what came of it. */
export function keptPromises(app: TestApp, person: Person) {
  const given: { orderId: string; lines: WireProposal["Lines"] }[] = [];
  const committed: string[] = [];
  const accepted: string[] = [];
  const wished: { lineId: string; proposal: WireProposal }[] = [];
  const count = { orders: 0, lines: 0, plans: 0, quotes: 0 };

  /** What was charged by an order for each subscription, as it was promised; later corrections are rows of their own. */
  const outcomesOf = (orderId: string) =>
    app.sql<Outcome>(
      `select l.subscription_id, l.state, coalesce(json_agg(json_build_object('Kind', c.kind, 'From', c.period_from, 'Until', c.period_until,
         'Quantity', c.quantity, 'Minor', c.amount_minor::text)) filter (where c.id is not null), '[]') as rows
       from order_lines l
       left join charges c on c.reseller_id = l.reseller_id and c.order_id = l.order_id and c.subscription_id = l.subscription_id
         and exists (select from held_charges h where h.reseller_id = c.reseller_id and h.id = c.id)
       where l.order_id = $1 group by l.subscription_id, l.state`,
      [orderId],
    );

  /** Says what an order charged otherwise than it was proposed. What is at work or may be tried again is looked at later, too. */
  async function breachOf(promise: (typeof given)[number]): Promise<string | undefined> {
    const { orderId, lines } = promise;
    const outcomes = await outcomesOf(orderId);
    if (outcomes.some(({ state }) => state !== "done")) given.push(promise);
    const promised = [...Map.groupBy(lines, (line) => line.Key).entries()]
      .filter(([key]) => key !== null)
      .map(([key, of]) => ({ key, text: textOf(of.map((line) => ({ ...line, Minor: line.Amount!.Minor }))) }));
    for (const { subscription_id, state, rows } of outcomes) {
      const text = state === "done" ? textOf(rows) : "";
      if (state !== "done" && rows.length > 0) return `A refused line was charged: ${textOf(rows)}`;
      if (text === "") continue;
      // A line to add has a key of the order's own until it is a subscription.
      const at = promised.findIndex((each) =>
        promised.some(({ key }) => key === subscription_id)
          ? each.key === subscription_id && each.text === text
          : each.text === text,
      );
      if (at === -1)
        return `Order ${orderId} charged ${text}, and had promised ${promised.map((each) => each.text).join(" or ")}`;
      promised.splice(at, 1);
      count.lines++;
    }
    count.orders++;
    return undefined;
  }

  async function breachesOfPlan(planId: string): Promise<string[]> {
    const params = { planId };
    const breaches: string[] = [];
    let After: string | undefined;
    do {
      const page = (await app.call(person, plans.lines, { params, query: After ? { After } : {} })).Result!;
      for (const line of page.Items) breaches.push(...(await breachesOfLine(line)));
      After = page.Next ?? undefined;
    } while (After);
    count.plans++;
    return breaches;
  }

  async function breachesOfLine({ OrderId, State, ChargeNow, Name }: PlanLine): Promise<string[]> {
    if (!OrderId || State !== "done") return [];
    const outcomes = await outcomesOf(OrderId);
    const sum = outcomes.flatMap(({ rows }) => rows).reduce((all, { Minor }) => all + BigInt(Minor), 0n);
    if (sum === BigInt(ChargeNow!.Minor)) return [];
    return [`A plan's line of ${Name} charged ${sum}, and had promised ${ChargeNow!.Minor}`];
  }

  /** Says which orders of a quote began otherwise than at its prices. */
  async function breachesOfQuote(quoteId: string): Promise<string[]> {
    const began = await app.sql<{ quoted: string; begun: string }>(
      `select q.order_id, (select string_agg(format('%s × %s at %s', l ->> 'quantity', l ->> 'offerId', trim_scale((l ->> 'unitPrice')::numeric)), ', ' order by 1) from jsonb_array_elements(q.lines) l) as quoted,
         (select string_agg(format('%s × %s at %s', h.data ->> 'quantity', h.data ->> 'offerId', trim_scale((h.data ->> 'customerPrice')::numeric)), ', ' order by 1)
          from subscription_history h where h.reseller_id = q.reseller_id and h.order_id = q.order_id and h.kind = 'started') as begun
       from quote_orders q where q.quote_id = $1 and q.state = 'ordered'`,
      [quoteId],
    );
    count.quotes += began.length;
    return began
      .filter(({ quoted, begun }) => quoted !== begun)
      .map(({ quoted, begun }) => `A quote of ${quoted} began as ${begun}`);
  }

  return {
    count,
    /** Remembers what an order was proposed as. */
    give(proposal: WireProposal, orderId: string) {
      given.push({ orderId, lines: proposal.Lines });
    },
    /** Remembers what a line of the basket was placed as. */
    wish: (lineId: string, proposal: WireProposal) => wished.push({ lineId, proposal }),
    /** Remembers a plan that was committed. */
    commit: (planId: string) => committed.push(planId),
    /** Remembers a quote that was accepted. */
    accept: (quoteId: string) => accepted.push(quoteId),
    /** Lists what came otherwise than it was proposed, once no order is at work. */
    async broken(): Promise<string[]> {
      const breaches: string[] = [];
      for (const { lineId, proposal } of wished.splice(0)) {
        const [line] = await app.sql<{ order_id: string | null }>("select order_id from basket_lines where id = $1", [
          lineId,
        ]);
        if (line?.order_id) given.push({ orderId: line.order_id, lines: proposal.Lines });
      }
      for (const promise of given.splice(0)) {
        const breach = await breachOf(promise);
        if (breach) breaches.push(breach);
      }
      for (const quoteId of accepted.splice(0)) breaches.push(...(await breachesOfQuote(quoteId)));
      for (const planId of committed.splice(0)) breaches.push(...(await breachesOfPlan(planId)));
      return breaches;
    },
  };
}

const textOf = (rows: readonly Row[]) =>
  rows
    .map(({ Kind, From, Until, Quantity, Minor }) => `${Kind} of ${Quantity} from ${From} until ${Until}: ${Minor}`)
    .toSorted()
    .join(", ");
