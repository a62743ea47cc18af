import { robotCheck } from "@tradewind/contract/access/robot-check.ts";
import { answer } from "../../platform/http.ts";
import { weightFor } from "../attempts/sign-in-limit.actions.ts";
import { callerOf } from "../devices/devices.actions.ts";
import { newChallenge } from "./robot-check.actions.ts";

export const robotCheckRoutes = [
  answer(robotCheck.challenge, async (call, { query }) =>
    newChallenge(call.platform, await weightFor(call.db, query.UserName, callerOf(call))),
  ),
];
