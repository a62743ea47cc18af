import { robotCheck } from "@tradewind/contract/access/robot-check.ts";
import { answerBare } from "../../platform/http.ts";
import { newChallenge } from "./robot-check.actions.ts";

export const robotCheckRoutes = [answerBare(robotCheck.challenge, ({ platform }) => newChallenge(platform))];
