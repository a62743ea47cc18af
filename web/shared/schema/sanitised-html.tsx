import DOMPurify from "dompurify";
import { useLayoutEffect, useRef } from "react";

const tags = ["p", "br", "strong", "em", "b", "i", "u", "ul", "ol", "li", "h4", "code", "a"];
const usual = {
  ALLOWED_TAGS: tags,
  ALLOWED_ATTR: ["href"],
  ALLOWED_URI_REGEXP: /^https:\/\//i,
  RETURN_DOM_FRAGMENT: true as const,
};
/** Articles of the knowledge base have more to them: headings, tables, and pictures of our own. */
const article = {
  ...usual,
  ALLOWED_TAGS: [...tags, ..."h2 h3 hr s sub sup blockquote pre kbd img table thead tbody tr th td".split(" ")],
  ALLOWED_ATTR: ["href", "src", "alt", "scope"],
  ALLOWED_URI_REGEXP: /^(?:https:\/\/|\/help-pictures\/)/i,
};

type HtmlProps = { html: string; isArticle?: boolean };

/** Shows HTML from the server, without anything that could act, load or imitate the portal. */
export function SanitisedHtml({ html, isArticle = false }: HtmlProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const fragment = DOMPurify.sanitize(html, isArticle ? article : usual);
    for (const link of fragment.querySelectorAll("a")) {
      link.target = "_blank";
      link.rel = "noopener noreferrer";
    }
    // Pictures of others would tell them who reads this.
    for (const picture of fragment.querySelectorAll("img"))
      if (!picture.getAttribute("src")?.startsWith("/help-pictures/")) picture.remove();
    place.current!.replaceChildren(fragment);
  }, [html, isArticle]);
  return <div ref={place} className="server-html grid gap-2 wrap-anywhere" />;
}
