import type { Agreement } from "@tradewind/contract/catalogue/agreements.ts";
import { useEffect, useRef } from "react";

/** Shows the text in a scrolling frame. Reports once when its end has been in view. */
export function AgreementText({ agreement, onEnd }: { agreement: Agreement; onEnd: () => void }) {
  const frame = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const told = useRef(onEnd);
  told.current = onEnd;
  useEffect(() => {
    const seen = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && told.current(),
      {
        root: frame.current,
        rootMargin: "8px",
      },
    );
    seen.observe(end.current!);
    return () => seen.disconnect();
  }, []);
  return (
    <div
      ref={frame}
      role="region"
      aria-label={`Text of ${agreement.Title}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className="h-[min(60vh,640px)] overflow-y-auto overscroll-contain rounded-card border border-line bg-surface px-8 py-7 max-md:px-4 max-md:py-5"
    >
      <div className="mx-auto max-w-[68ch]">
        <h2 className="text-lg">{agreement.Title}</h2>
        <p className="mt-1 text-sm text-muted">Version {agreement.Version} · Tradewind Distribution Ltd</p>
        {agreement.Sections.map((section, at) => (
          <section key={section.Heading} className="mt-6">
            <h3 className="text-md">
              {at + 1}. {section.Heading}
            </h3>
            {section.Paragraphs.map((paragraph) => (
              <p key={paragraph} className="mt-2 leading-relaxed">
                {paragraph}
              </p>
            ))}
          </section>
        ))}
        <div ref={end} className="mt-8 h-px" />
      </div>
    </div>
  );
}
