import { clock } from "@tradewind/contract/clock.ts";
import { AppError } from "../../platform/app-error.ts";
import { answer, answerBare } from "../../platform/http.ts";

export const clockRoutes = [
  answerBare(clock.read, ({ now, platform }) => ({ Now: now.toISOString(), Movable: platform.config.DEMO })),
  answer(clock.move, ({ platform }) => {
    if (!platform.config.DEMO) throw new AppError("clockNotMovable");
    throw new AppError("clockNotMovable");
  }),
];
