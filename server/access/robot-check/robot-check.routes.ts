import { robotCheck } from "@tradewind/contract/access/robot-check.ts";
import { answer } from "../../platform/http.ts";
import { newChallenge } from "./robot-check.actions.ts";

export const robotCheckRoutes = [answer(robotCheck.challenge, ({ platform }) => newChallenge(platform))];
