import { jump } from "@tradewind/contract/access/jump.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer } from "../../platform/http.ts";
import { findVisited, searchPeople } from "./jump.store.ts";
import { needSecondFactor } from "../factors/proof.reads.ts";

const pageSize = 25;

/** People are read as the sign-in database role; the operator's role cannot see them. */
export const jumpRoutes = [
  answer(jump.people, async ({ db }, { query }) => {
    const after = readCursor(query.After, ["userName", "id"]);
    const rows = await searchPeople(db, query.Search ?? "", after, pageSize);
    const { page, next } = pageOf(rows, pageSize, (last) => ({ userName: last.key, id: last.id }));
    return {
      Items: page.map((row) => ({
        Id: row.id,
        Name: row.name,
        UserName: row.user_name,
        Kind: row.kind,
        ResellerName: row.reseller_name,
        CustomerName: row.customer_name,
        Active: row.active,
      })),
      Next: next,
    };
  }),
  answer(jump.begin, async ({ platform, actor, db }, { params }) => {
    const { person_id } = orNotFound(await findVisited(db, params.membershipId));
    await needSecondFactor(db, actor);
    const claims = { sid: actor.sessionId, adminid: actor.personId, sub: person_id, membership: params.membershipId };
    return { cmtoken: await platform.tokens.signJump(claims), adminid: actor.personId };
  }),
];
