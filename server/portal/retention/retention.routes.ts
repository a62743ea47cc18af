import { retention } from "@tradewind/contract/portal/retention.ts";
import { answer } from "../../platform/http.ts";
import { keptWords, retentionOf } from "../../platform/retention.store.ts";

export const retentionRoutes = [
  answer(retention.list, ({ platform }) => ({
    Items: retentionOf(platform.config).map((each) => ({
      Name: each.name,
      Kept: keptWords(each),
      Setting: ("setting" in each && each.setting) || null,
      IsRemoved: "time" in each,
    })),
  })),
];
