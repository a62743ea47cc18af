/** What people of customers have in a run, and what must hold of it. */
import { assignments } from "@tradewind/contract/ordering/assignments.ts";
import type { WireChange } from "@tradewind/contract/ordering/orders.ts";
import type { Dice } from "./mutations.ts";
import type { Person, TestApp } from "./test-app.ts";

const names = ["ada", "bob", "cy", "di"];

/** Returns the people of a customer, who are in its directory at Microsoft too, all but one. */
export async function peopleOf(
  { world: { app, control }, reseller }: { world: { app: TestApp; control: Control }; reseller: Person },
  held: { customer_id: string; tenant_ref: string | null },
): Promise<string[]> {
  const ids: string[] = [];
  const known = await app.sql<{ id: string }>("select id from customer_people where customer_id = $1", [
    held.customer_id,
  ]);
  if (known.length > 0) return known.map(({ id }) => id);
  for (const Name of names) {
    const Email = `${Name}@${held.customer_id}.example`;
    const added = await app.call(reseller, assignments.addPerson, {
      params: { customerId: held.customer_id },
      body: { Name, Email },
    });
    ids.push(added.Result!.Id!);
    if (Name !== "di" && held.tenant_ref)
      await control("microsoft", "act", { action: "addUser", customerId: held.tenant_ref, userPrincipalName: Email });
  }
  return ids;
}
type Control = (vendor: string, what: string, body: unknown) => Promise<unknown>;

/** A change of who has units of a subscription. */
export function someHandover(dice: Dice, Key: string, people: readonly string[]): WireChange {
  const [from, to] = [dice.pick(people), dice.pick(people)];
  switch (dice.below(3)) {
    case 0:
      return { Kind: "move", Targets: [{ Key, From: from, To: to }] };
    case 1:
      return { Kind: "unassign", Targets: [{ Key, People: [from] }] };
    default:
      return { Kind: "assign", Targets: [{ Key, People: [...new Set([from, to])] }] };
  }
}

/** Lists where what people have does not fit what was bought and what is at work. */
export async function breachesOfPeople(app: TestApp): Promise<string[]> {
  const [row] = await app.sql<{ at_work: number; of_ended: number; too_many: number }>(`
    select count(*) filter (where a.state in ('wanted', 'leaving') and o.status is distinct from 'Working')::int as at_work,
      count(*) filter (where s.status = 'cancelled' and not exists (
        select from order_lines l where l.subscription_id = s.id and l.state <> 'done'))::int as of_ended,
      count(distinct s.id) filter (where s.status = 'active' and s.quantity < (
        select count(*) from assignments b where b.subscription_id = s.id and b.state in ('wanted', 'there')) and not exists (
        -- Fewer by the vendor's doing or at a renewal is another matter.
        select from subscription_history h where h.subscription_id = s.id and h.kind in ('seatsRemoved', 'renewed')))::int as too_many
    from assignments a join subscriptions s on s.reseller_id = a.reseller_id and s.id = a.subscription_id
      left join orders o on o.reseller_id = a.reseller_id and o.id = a.order_id
    where a.until is null`);
  const { at_work, of_ended, too_many } = row!;
  return [
    ...(at_work > 0 ? [`${at_work} people are about to get or lose a unit, and no order is at work on it`] : []),
    ...(of_ended > 0 ? [`${of_ended} people have units of what has ended`] : []),
    ...(too_many > 0 ? [`more people than units have one of ${too_many} subscriptions`] : []),
  ];
}
