/** What a person is writing in a form, kept until it is saved or a day has passed: a session may end before. */
import { draftLength } from "@tradewind/domain/portal/drafts.ts";
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

const one = z.strictObject({ form: z.string().check(z.minLength(1), z.maxLength(200)) });
const tenants = { anyOf: [], kinds: ["reseller", "engineer", "endUserAdmin", "endUser"] } as const;
const shared = { access: tenants, jump: false, tokens: false, params: one, result: z.object({}) } as const;

export const drafts = {
  read: endpoint({
    ...shared,
    method: "GET",
    path: "/api/drafts/:form",
    summary: "What the person was writing in a form, as JSON; null for nothing",
    result: z.object({ Value: z.nullable(z.string()) }),
  }),
  keep: endpoint({
    ...shared,
    method: "PUT",
    path: "/api/drafts/:form",
    summary: "Keeps what the person is writing in a form for a day, without passwords, codes, bank details and files",
    keyless: "Keeping it again changes nothing.",
    unlogged: "It is nothing yet; what is saved leaves its entry.",
    body: z.strictObject({ Value: z.string().check(z.maxLength(draftLength)) }),
  }),
  drop: endpoint({
    ...shared,
    method: "DELETE",
    path: "/api/drafts/:form",
    summary: "Forgets what the person was writing in a form",
    keyless: "Forgetting it again changes nothing.",
    unlogged: "It was nothing yet.",
  }),
};
