import type { PolicySection } from "@tradewind/contract/portal/footer.ts";
import { useRef, type ReactNode } from "react";
import { cx } from "../ui/class-names.ts";

const indents = ["", "pl-5", "pl-10", "pl-15"];

type PolicyTextProps = {
  sections: readonly PolicySection[];
  /** Content of the custom sections, by name. */
  custom: Readonly<Record<string, ReactNode>>;
};

/** Draws a policy from its sections. Its headings are listed at the top and link to their sections. */
export function PolicyText({ sections, custom }: PolicyTextProps) {
  const text = useRef<HTMLDivElement>(null);
  const anchors = sections.filter(({ AnchorText, AnchorValue }) => AnchorText && AnchorValue);
  const jump = (anchor: string) => {
    const target = text.current?.querySelector<HTMLElement>(`[data-anchor="${CSS.escape(anchor)}"]`);
    target?.scrollIntoView();
    target?.focus({ preventScroll: true });
  };
  return (
    <div ref={text} className="grid gap-3">
      {anchors.length > 1 && (
        <nav aria-label="Contents" className="mb-2 rounded-control bg-sunken px-4 py-3">
          <ul className="grid gap-x-6 gap-y-0.5 md:grid-cols-2">
            {anchors.map(({ AnchorText, AnchorValue }) => (
              <li key={AnchorValue}>
                <button
                  type="button"
                  className="min-h-6 rounded-control text-left text-accent-text underline-offset-4 hover:underline"
                  onClick={() => jump(AnchorValue!)}
                >
                  {AnchorText}
                </button>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {sections.map((section, at) => (
        <div
          key={at}
          data-anchor={section.AnchorValue ?? undefined}
          tabIndex={section.AnchorValue ? -1 : undefined}
          className={cx("wrap-anywhere outline-none", indents[section.NestingLevel] ?? indents.at(-1))}
        >
          <Section section={section} custom={custom} />
        </div>
      ))}
    </div>
  );
}

function Section({ section, custom }: { section: PolicySection; custom: PolicyTextProps["custom"] }) {
  const { Type, Content, ContentLabel } = section;
  const words = (
    <>
      {ContentLabel && <strong className="font-semibold">{ContentLabel} </strong>}
      {Content}
    </>
  );
  switch (Type) {
    case "custom":
      return custom[Content] ?? null;
    case "header":
      return <h3 className="pt-3 text-md">{words}</h3>;
    case "list":
      return (
        <ul className="grid list-disc gap-1 pl-5">
          {Content.split("\n").map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case "subContent":
      return <p className="text-muted">{words}</p>;
    case "content":
      return <p>{words}</p>;
  }
}
