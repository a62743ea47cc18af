import { searchTerm } from "@tradewind/domain/support/help.ts";
import { useQuery } from "@tanstack/react-query";
import { useAllowed } from "../../platform/session.ts";
import { helpHere, openHelp } from "../../shared/help.ts";
import { useRested } from "../../shared/use-rested.ts";
import { helpSearchQuery } from "../knowledge-base/knowledge-base.queries.ts";

/** Milliseconds without typing before articles are looked for, the fewest letters that say something, and most articles. */
const typingRest = 400;
const fewestLetters = 5;
const most = 3;

/** Articles that any of a subject's words fit, which may answer before the ticket is sent. */
export function ArticleSuggestions({ subject }: { subject: string }) {
  const mayRead = useAllowed(helpHere);
  const term = useRested(searchTerm(subject), typingRest);
  const asked = mayRead && term.length >= fewestLetters ? searchTerm(term.split(" ").join(" or ")) : "";
  const { data = [] } = useQuery(helpSearchQuery(asked));
  if (asked === "" || data.length === 0) return null;
  return (
    <section aria-label="Articles that may help" className="grid gap-1 rounded-control bg-sunken px-3 py-2.5">
      <p className="text-sm text-muted">These articles may help:</p>
      <ul className="grid gap-1">
        {data.slice(0, most).map(({ Id, Header }) => (
          <li key={Id}>
            <button
              type="button"
              className="rounded-control text-left font-medium text-accent-text underline-offset-4 hover:underline max-md:min-h-11"
              onClick={() => openHelp({ articleId: Id })}
            >
              {Header}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
