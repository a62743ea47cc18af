import { session } from "@tradewind/contract/access/session.ts";
import { users } from "@tradewind/contract/access/users.ts";
import { expect, test } from "vitest";
import { addCustomer } from "../../test/auth-fixtures.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const linkedOf = async (person: Person) =>
  (await app.call(person, session.current))
    .Result!.PartnerSystems.filter(({ linked }) => linked)
    .map(({ slug }) => slug);

test("CUST-06 editStreamAccess lets somebody of a customer into the portal of a service that the customer has", async () => {
  const reseller = await app.signIn();
  const { resellerId } = reseller;
  const customerId = await addCustomer(app, resellerId);
  const user = await app.signIn({ resellerId, kind: "endUser", customerId, rights: ["manageService"] });
  const set = (who: Person, Portals: ("comms" | "hardware")[]) =>
    app.call(who, users.setPortals, { params: { userId: user.membershipId }, body: { Portals } });
  expect(await set(reseller, ["comms"])).toMatchObject({ status: 409, Error: "portalNotHeld" });
  await app.sql(
    `insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
     values ($1, $2, 'hosted-voice', 'Active', '2026-01-02', '2026-01-02')`,
    [resellerId, customerId],
  );
  // The reseller has no account there.
  expect(await set(reseller, ["comms"])).toMatchObject({ status: 409, Error: "portalNotHeld" });
  await app.sql("update resellers set partner_systems = '{comms}' where id = $1", [resellerId]);
  app.platform.sessions.forget("");
  expect(await linkedOf(reseller)).toEqual(["cloud", "comms"]);
  expect(await linkedOf(user)).toEqual(["cloud"]);

  expect((await set(reseller, ["comms"])).status).toBe(200);
  expect(await linkedOf(user)).toEqual(["cloud", "comms"]);
  const { Result } = await app.call(reseller, users.byId, { params: { userId: user.membershipId } });
  expect(Result!.Portals).toEqual(["comms"]);
  expect((await set(reseller, [])).status).toBe(200);
  expect(await linkedOf(user)).toEqual(["cloud"]);

  expect((await set(await app.signIn(), [])).status).toBe(404);
  expect((await set(user, ["comms"])).status).toBe(403);
});
