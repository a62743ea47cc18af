import { useEffect, useState } from "react";
import { useSession } from "../platform/session.ts";

const prefix = "draft:";
type Options<Draft> = { untilLeft?: boolean; fits?: (draft: Draft) => boolean };

/**
 * Keeps a page's unsent state in this tab, so that a reload restores it. It is discarded when another person opens a
 * page with a draft in this tab and, with `untilLeft`, when the page is left. A draft that no longer `fits` is not
 * restored.
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
      // If the storage is full, only the draft is lost.
    }
  }, [key, draft]);
  useEffect(() => (untilLeft ? () => sessionStorage.removeItem(key) : undefined), [key, untilLeft]);
  return [draft, setDraft] as const;
}

/** Reads the person's own draft, removing those that anybody else left in this tab. */
function read<Draft>(key: string, mine: string): Draft | undefined {
  for (const other of Object.keys(sessionStorage))
    if (other.startsWith(prefix) && !other.startsWith(mine)) sessionStorage.removeItem(other);
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? "null") as Draft | null) ?? undefined;
  } catch {
    return undefined;
  }
}
