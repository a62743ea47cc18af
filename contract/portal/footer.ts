/** The footer of every page, the policies it links to, and the messages a person has opted out of. */
import { footerGroups, optOutIds, policyIds } from "@tradewind/domain/portal/footer.ts";
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

const link = z
  .string()
  .check(z.trim(), z.maxLength(300), z.regex(/^(\/(?![/\\])|https:\/\/)\S+$/, "Must begin with https:// or with /"));
const label = z
  .string()
  .check(z.trim(), z.minLength(1, "This field is required"), z.maxLength(120, "At most 120 characters"));

/** A footer line: opens a page, opens a policy, or is plain text. */
const button = z.strictObject({
  Group: z.enum(footerGroups),
  Label: label,
  Link: z.nullable(link),
  Policy: z.nullable(z.enum(policyIds)),
});
const buttons = z.object({ Items: z.array(button) });

export const sectionTypes = ["custom", "header", "content", "subContent", "list"] as const;
/** In a `list`, each line of `Content` is an item; in a `custom` section, `Content` names the component: `OptOuts`. */
const section = z.object({
  Type: z.enum(sectionTypes),
  Content: z.string(),
  /** Shown in bold before the content. */
  ContentLabel: z.nullable(z.string()),
  /** Name that an anchor link uses to find this section. */
  AnchorValue: z.nullable(z.string()),
  /** Text of the anchor link in the list at the top. */
  AnchorText: z.nullable(z.string()),
  /** Number of indentation steps. */
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
    logs: "footer.optOuts",
    access: "signedIn",
    as: "identity",
    body: z.strictObject({ OptedOut: z.array(z.enum(optOutIds)).check(z.maxLength(optOutIds.length)) }),
    result: mine,
    jump: false,
  }),
  change: endpoint({
    method: "PUT",
    path: "/api/operator/footer",
    summary: "Replaces the content of the footer",
    logs: "footer.change",
    access: { anyOf: [], kinds: ["admin"] },
    body: z.strictObject({ Items: z.array(button).check(z.maxLength(40, "At most 40 lines")) }),
    result: buttons,
  }),
};
