import type { World } from "./object-makers.ts";
import { worldOf } from "./objects.ts";

/** What calls that share out the operator's work need to be accepted. */
export const acceptedOfWork = {
  "workSharing.note": async () => ({ body: { For: "us", Text: "Its administrator is away" } }),
  // Work of its own: the world's may be finished.
  "workSharing.tick": async ({ app, person }: World) => {
    const workItemId = await worldOf(app, person).object("workItemId");
    await app.sql(
      `insert into work_steps (reseller_id, work_item_id, position, text)
       select reseller_id, id, 1, 'Make a test call' from work_items where id = $1`,
      [workItemId],
    );
    return { params: { workItemId }, body: { Position: 1, Done: true } };
  },
  "work.reject": async ({ app, person }: World) => ({
    params: { workItemId: await worldOf(app, person).object("workItemId") },
  }),
} satisfies Record<string, (world: World) => Promise<object>>;
