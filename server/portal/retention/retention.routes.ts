import { retention } from "@tradewind/contract/portal/retention.ts";
import { answer } from "../../platform/http.ts";
import { retentionOf } from "../../platform/retention.store.ts";
import { keptWords } from "../../platform/retention-words.ts";

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
