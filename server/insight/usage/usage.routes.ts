import { usage } from "@tradewind/contract/insight/usage.ts";
import { answer } from "../../platform/http.ts";
import { tellCollector } from "./collector.ts";

export const usageRoutes = [
  answer(usage.press, ({ platform, actor, request }, { body }) => {
    if (platform.config.USAGE_COLLECTOR_URL === "") return { IsCollected: false };
    // Do Not Track is honoured whatever the page sends.
    const asksNot = request.headers["dnt"] === "1" || request.headers["sec-gpc"] === "1";
    if (!asksNot) tellCollector(platform, actor.personId, body);
    return { IsCollected: !asksNot };
  }),
];
