/** What stands below every page, the policies it leads to, and which messages a person does without. */
import { footerGroups, optOutIds, policyIds } from "@tradewind/domain/portal/footer.ts";
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

const link = z
  .string()
  .check(z.trim(), z.maxLength(300), z.regex(/^(\/(?![/\\])|https:\/\/)\S+$/, "Must begin with https:// or with /"));
const label = z
  .string()
  .check(z.trim(), z.minLength(1, "This field is required"), z.maxLength(120, "At most 120 characters"));

/** A line of the footer: it opens a page, or a policy, or is text alone. */
const button = z.strictObject({
  Group: z.enum(footerGroups),
  Label: label,
  Link: z.nullable(link),
  Policy: z.nullable(z.enum(policyIds)),
});
const buttons = z.object({ Items: z.array(button) });

export const sectionTypes = ["custom", "header", "content", "subContent", "list"] as const;
/** Of a `list`, each line of `Content` is an item; of `custom`, it names what is shown: `OptOuts`. */
const section = z.object({
  Type: z.enum(sectionTypes),
  Content: z.string(),
  /** Stands in bold before the content. */
  ContentLabel: z.nullable(z.string()),
  /** Name by which an anchor finds this section. */
  AnchorValue: z.nullable(z.string()),
  /** Words of an anchor to it, in the list at the top. */
  AnchorText: z.nullable(z.string()),
  /** Steps by which it is indented. */
  NestingLevel: z.number(),
});
export type PolicySection = z.output<typeof section>;

const optOut = z.object({ Id: z.enum(optOutIds), Label: z.string(), Description: z.string(), OptedOut: z.boolean() });
const mine = z.object({ Items: z.array(optOut) });

export const footer = {
  buttons: endpoint({
    method: "GET",
    path: "/api/footer/buttons",
    summary: "Social links, legal links, company details and terms",
    access: "public",
    result: buttons,
  }),
  policy: endpoint({
    method: "GET",
    path: "/api/footer/policies/:policyId",
    summary: "A policy as sections",
    access: "public",
    as: "none",
    params: z.strictObject({ policyId: z.enum(policyIds) }),
    result: z.object({ Id: z.enum(policyIds), Title: z.string(), Sections: z.array(section) }),
  }),
  optOuts: endpoint({
    method: "GET",
    path: "/api/footer/opt-outs",
    summary: "Kinds of message, and which of them the person does without",
    access: "signedIn",
    as: "identity",
    result: mine,
  }),
  setOptOuts: endpoint({
    method: "PUT",
    path: "/api/footer/opt-outs",
    summary: "Says which kinds of message the person does without",
    access: "signedIn",
    as: "identity",
    body: z.strictObject({ OptedOut: z.array(z.enum(optOutIds)).check(z.maxLength(optOutIds.length)) }),
    result: mine,
    jump: false,
  }),
  change: endpoint({
    method: "PUT",
    path: "/api/operator/footer",
    summary: "Replaces what stands in the footer",
    access: { anyOf: [], kinds: ["admin"] },
    body: z.strictObject({ Items: z.array(button).check(z.maxLength(40, "At most 40 lines")) }),
    result: buttons,
  }),
};
