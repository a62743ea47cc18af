import { workSharing } from "@tradewind/contract/ordering/work-sharing.ts";
import type { Db } from "../../platform/db.ts";
import { answer } from "../../platform/http.ts";
import { assignWork, noteWork, setDue, tickWork } from "./work-sharing.actions.ts";
import { countWork, listColleagues, listNames, type Load } from "./work-sharing.store.ts";
import { drawWork } from "./work-wire.reads.ts";

async function drawLoad(db: Db, me: string, today: string) {
  const [rows, colleagues] = await Promise.all([countWork(db, today), listColleagues(db)]);
  const of = (what: Load["of"]) => rows.filter((row) => row.of === what).map((row) => ({ ...row, id: row.id! }));
  const [all] = of("all");
  const byPerson = new Map(of("person").map((row) => [row.id, row]));
  const [products, resellers] = [of("product"), of("reseller")];
  const named = await listNames(
    db,
    products.map(({ id }) => id),
    resellers.map(({ id }) => id),
  );
  const nameOf = new Map(named.map(({ id, name }) => [id, name]));
  return {
    Open: all?.open ?? 0,
    Overdue: all?.overdue ?? 0,
    Unassigned: all?.unassigned ?? 0,
    Oldest: all?.oldest.toISOString() ?? null,
    People: colleagues
      .map(({ person_id, display_name }) => {
        const own = byPerson.get(person_id);
        return {
          Id: person_id,
          Name: display_name,
          IsMe: person_id === me,
          Open: own?.open ?? 0,
          Overdue: own?.overdue ?? 0,
        };
      })
      .toSorted((a, b) => b.Open - a.Open),
    Products: products.map(({ id, open, overdue, unassigned, oldest }) => ({
      Id: id,
      Name: nameOf.get(id)!,
      Open: open,
      Overdue: overdue,
      Unassigned: unassigned,
      Oldest: oldest.toISOString(),
    })),
    Resellers: resellers.map(({ id, open }) => ({ Id: id, Name: nameOf.get(id)!, Open: open })),
  };
}

export const workSharingRoutes = [
  answer(workSharing.load, ({ actor, db, today }) => drawLoad(db, actor.personId, today)),
  answer(workSharing.assign, (doing, { body }) => assignWork(doing, body)),
  answer(workSharing.setDue, (doing, { body }) => setDue(doing, body)),
  answer(workSharing.note, async (doing, { params, body }) => {
    await noteWork(doing, params.workItemId, body);
    return drawWork(doing.tx, doing.platform.vendors, params.workItemId);
  }),
  answer(workSharing.tick, async (doing, { params, body }) => {
    await tickWork(doing, params.workItemId, body);
    return drawWork(doing.tx, doing.platform.vendors, params.workItemId);
  }),
];
