import type { World } from "./object-makers.ts";

/** The first month that is not closed: long ago, so that nothing that others post is refused. */
async function next({ app }: World): Promise<string> {
  const [row] = await app.sql<{ month: string }>(
    "select to_char(coalesce(books_open_from(), '2020-01-01'), 'YYYY-MM') as month",
  );
  return row!.month;
}

/** What calls about months of the books need to be accepted. */
export const acceptedOfMonths = {
  "monthClose.close": async (world: World) => ({ params: { month: await next(world) }, body: { Note: "" } }),
  "monthClose.reopen": async (world: World) => {
    const month = await next(world);
    await world.app.sql(
      `insert into month_closings (month, did, tasks, done_by, done_by_id, done_at)
       values ($1::date, 'closed', '{}', 'Ida Operator', (select person_id from memberships where reseller_id = $2 limit 1), now())`,
      [`${month}-01`, world.person.resellerId],
    );
    return { params: { month }, body: { Note: "A statement came late" } };
  },
};
