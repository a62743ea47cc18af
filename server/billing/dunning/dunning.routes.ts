import { dunning } from "@tradewind/contract/billing/dunning.ts";
import { answer } from "../../platform/http.ts";
import { readStanding } from "./dunning.reads.ts";

export const dunningRoutes = [answer(dunning.standing, ({ db, actor, today }) => readStanding(db, actor, today))];
