import { companies } from "@tradewind/contract/access/companies.ts";
import { answerBare } from "../../platform/http.ts";
import { companiesOf } from "./companies.actions.ts";

export const companiesRoutes = [
  answerBare(companies.list, async ({ platform, actor }) => ({
    Items: (await companiesOf(platform, actor)).map(({ acting, refusal }) => ({
      Id: acting.id,
      Name: acting.company,
      Reseller: acting.customer_id === null ? null : acting.reseller_name,
      Kind: acting.kind,
      Present: acting.id === actor.membershipId,
      Closed: acting.id === actor.membershipId ? null : (refusal ?? null),
    })),
  })),
];
