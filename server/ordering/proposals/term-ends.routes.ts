import { termEnds } from "@tradewind/contract/ordering/term-ends.ts";
import { answer } from "../../platform/http.ts";
import { listEnds } from "./term-ends.reads.ts";

export const termEndsRoutes = [
  answer(termEnds.list, ({ actor, db, now }, { query }) => listEnds(db, actor, now, query)),
];
