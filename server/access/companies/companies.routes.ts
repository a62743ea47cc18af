import { companies } from "@tradewind/contract/access/companies.ts";
import { answer } from "../../platform/http.ts";
import { companiesOf } from "./companies.actions.ts";

export const companiesRoutes = [
  answer(companies.list, async (context) => ({
    Items: (await companiesOf(context)).map(({ acting, refusal }) => ({
      Id: acting.id,
      Name: acting.company,
      Reseller: acting.customer_id === null ? null : acting.reseller_name,
      Kind: acting.kind,
      Present: acting.id === context.actor.membershipId,
      Closed: acting.id === context.actor.membershipId ? null : (refusal ?? null),
    })),
  })),
];
