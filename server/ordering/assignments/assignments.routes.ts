import { assignments } from "@tradewind/contract/ordering/assignments.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { findService } from "../instances/instances.store.ts";
import { listSubscriptionsOfInstance } from "../subscriptions/subscriptions.store.ts";
import { addPerson, listPeople, listPeopleOfInstance } from "./assignments.store.ts";

export const assignmentsRoutes = [
  answer(assignments.people, async ({ actor, db }, { params, query }) => {
    orNotFound(await findCustomer(db, actor, params.customerId));
    const people = await listPeople(db, actor, params.customerId, query.Search);
    return { Items: people.map(({ id, name, email, has }) => ({ Id: id, Name: name, Email: email, Has: has })) };
  }),
  answer(assignments.addPerson, async ({ tx, actor, doer, now }, { params, body }) => {
    const { id: customerId, name } = orNotFound(await findCustomer(tx, actor, params.customerId));
    const person = { name: body.Name, email: body.Email.toLowerCase() };
    const added = await addPerson(tx, { resellerId: actor.resellerId, customerId }, person, now);
    await recordActivity(tx, doer, {
      action: "assignments.addPerson",
      what: `Added somebody to the people of ${name}`,
      customerId,
      object: ["customer", customerId],
    });
    return { Id: added.id, Name: added.name, Email: added.email };
  }),
  answer(assignments.ofService, async ({ actor, db }, { params }) => {
    const service = orNotFound(await findService(db, actor, params.instanceId));
    const [rows, people] = await Promise.all([
      listSubscriptionsOfInstance(db, actor.resellerId, service.id),
      listPeopleOfInstance(db, actor, service.id),
    ]);
    const held = Map.groupBy(people, (each) => each.subscription_id);
    return {
      Subscriptions: rows
        .filter((row) => row.is_per_person && row.status !== "cancelled" && row.at_vendor !== "refused")
        .map((row) => ({
          Id: row.id,
          Name: row.name,
          Unit: row.unit,
          Quantity: row.quantity,
          Changeable: row.at_vendor === "provided",
          People: (held.get(row.id) ?? []).map((each) => ({
            PersonId: each.person_id,
            Name: each.name,
            Email: each.email,
            State: each.state,
            Reason: each.reason,
            Since: each.since.toISOString(),
            IsFound: each.is_found,
          })),
        })),
    };
  }),
];
