import { companies } from "@tradewind/contract/access/companies.ts";
import { answer } from "../../platform/http.ts";
import { companiesOf } from "./companies.actions.ts";

export const companiesRoutes = [
  answer(companies.list, async ({ db, actor }) => ({
    Items: (await companiesOf(db, actor)).map(({ acting, refusal }) => ({
      Id: acting.id,
      Name: acting.company,
      Reseller: acting.customer_id === null ? null : acting.reseller_name,
      Kind: acting.kind,
      Present: acting.id === actor.membershipId,
      Closed: acting.id === actor.membershipId ? null : (refusal ?? null),
    })),
  })),
];
