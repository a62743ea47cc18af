import { forum } from "@tradewind/contract/support/forum.ts";
import { answer } from "../../platform/http.ts";
import { signInAtForum } from "./forum.actions.ts";

export const forumRoutes = [
  answer(forum.token, async (doing, { query }) => ({ Url: await signInAtForum(doing, query) })),
];
