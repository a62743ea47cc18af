import type { PolicySection } from "@tradewind/contract/portal/footer.ts";

export type Policy = { Title: string; Sections: PolicySection[] };

const section = (
  Type: PolicySection["Type"],
  Content: string,
  more: Partial<Omit<PolicySection, "Type" | "Content">> = {},
): PolicySection => ({
  Type,
  Content,
  ContentLabel: null,
  AnchorValue: null,
  AnchorText: null,
  NestingLevel: 0,
  ...more,
});

/** A heading linked from the list at the top. */
export const header = (title: string): PolicySection =>
  section("header", title, { AnchorValue: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"), AnchorText: title });
export const content = (text: string): PolicySection => section("content", text);
export const subContent = (label: string, text: string): PolicySection =>
  section("subContent", text, { ContentLabel: label, NestingLevel: 1 });
export const list = (...items: string[]): PolicySection => section("list", items.join("\n"), { NestingLevel: 1 });
export const custom = (name: "OptOuts"): PolicySection => section("custom", name);
