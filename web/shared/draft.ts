import { useEffect, useState } from "react";
import { useSession } from "../platform/session.ts";

const prefix = "draft:";
type Options<Draft> = { untilLeft?: boolean; fits?: (draft: Draft) => boolean };

/**
 * State of a page that is not sent yet, kept in this tab so that a reload brings it back. It goes when somebody else
 * comes to a page with a draft here, and, where it is `untilLeft`, when the page is left. One that no longer `fits` is not
 * brought back.
 */
export function useDraft<Draft>(name: string, first: Draft, options: Options<Draft> = {}) {
  const { untilLeft = false, fits = () => true } = options;
  const mine = `${prefix}${useSession().User.userName}:`;
  const key = mine + name;
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = read<Draft>(key, mine);
    return kept !== undefined && fits(kept) ? kept : first;
  });
  useEffect(() => {
    try {
      sessionStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // A full store loses the draft and nothing else.
    }
  }, [key, draft]);
  useEffect(() => (untilLeft ? () => sessionStorage.removeItem(key) : undefined), [key, untilLeft]);
  return [draft, setDraft] as const;
}

/** Takes away what anybody else left in this tab on the way. */
function read<Draft>(key: string, mine: string): Draft | undefined {
  for (const other of Object.keys(sessionStorage))
    if (other.startsWith(prefix) && !other.startsWith(mine)) sessionStorage.removeItem(other);
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? "null") as Draft | null) ?? undefined;
  } catch {
    return undefined;
  }
}
