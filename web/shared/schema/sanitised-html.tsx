import DOMPurify from "dompurify";
import { useLayoutEffect, useRef } from "react";

const allowed = {
  ALLOWED_TAGS: ["p", "br", "strong", "em", "b", "i", "u", "ul", "ol", "li", "h4", "code", "a"],
  ALLOWED_ATTR: ["href"],
  ALLOWED_URI_REGEXP: /^https:\/\//i,
  RETURN_DOM_FRAGMENT: true,
} as const;

/** Shows HTML from the server, without anything that could act, load or imitate the portal. */
export function SanitisedHtml({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const fragment = DOMPurify.sanitize(html, {
      ...allowed,
      ALLOWED_TAGS: [...allowed.ALLOWED_TAGS],
      ALLOWED_ATTR: ["href"],
    });
    for (const link of fragment.querySelectorAll("a")) {
      link.target = "_blank";
      link.rel = "noopener noreferrer";
    }
    place.current!.replaceChildren(fragment);
  }, [html]);
  return <div ref={place} className="server-html grid gap-2 wrap-anywhere" />;
}
