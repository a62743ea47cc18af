import type { World } from "./object-makers.ts";
import { worldOf } from "./objects.ts";
import type { Person } from "./test-app.ts";

const lineOf = ({ app }: World, person: Person) => worldOf(app, person).object("bankLineId");

/** What calls about bank transfers and gateways need to be accepted: one that is still to be decided, or one that was. */
export const acceptedBank = {
  "bank.import": async () => {
    const line = `:61:2611191119C10,00NTRFNONREF//${crypto.randomUUID().slice(0, 16)}`;
    const text = [
      ":20:A",
      ":25:GB33BUKB20201555555555",
      ":28C:1",
      ":60F:C261119GBP0,00",
      line,
      ":62F:C261119GBP10,00",
      "-",
    ];
    return { body: { FileName: "day.sta", Text: text.join("\n") } };
  },
  "bank.allocate": async (world: World, person: Person) => ({
    params: { bankLineId: await lineOf(world, person) },
    body: { Version: 0, Shares: [{ ResellerId: world.person.resellerId, InvoiceId: null, Minor: "1000" }] },
  }),
  "bank.allocateCertain": async (world: World, person: Person) => ({ body: { Ids: [await lineOf(world, person)] } }),
  "bank.setAside": async (world: World, person: Person) => ({
    params: { bankLineId: await lineOf(world, person) },
    body: { Version: 0 },
  }),
  "bank.reopen": async (world: World, person: Person) => {
    const bankLineId = await lineOf(world, person);
    await world.app.sql(
      "update bank_lines set state = 'setAside', decided_by = 'Robin Tester', decided_at = now() where id = $1",
      [bankLineId],
    );
    return { params: { bankLineId }, body: { Version: 0 } };
  },
  "gatewayBooks.setAside": async () => ({ body: { Version: 0 } }),
  "gatewayBooks.reopen": async ({ app }: World, person: Person) => {
    const gatewayDifferenceId = await worldOf(app, person).object("gatewayDifferenceId");
    await app.sql("update gateway_differences set state = 'setAside' where id = $1", [gatewayDifferenceId]);
    return { params: { gatewayDifferenceId }, body: { Version: 0 } };
  },
};
