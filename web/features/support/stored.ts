import { useEffect, useState } from "react";
import { useSession } from "../../platform/session.ts";

/** State that outlives a reload of the page, in the tab's own store; another person's has another key. */
export function useDraft<Draft>(name: string, first: Draft) {
  const mine = `draft:${useSession().User.userName}:`;
  const key = mine + name;
  const [draft, setDraft] = useState<Draft>(() => read<Draft>(key, mine) ?? first);
  useEffect(() => {
    try {
      sessionStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // A full store loses the draft and nothing else.
    }
  }, [key, draft]);
  return [draft, setDraft] as const;
}

/** Takes away what anybody else left in this tab on the way. */
function read<Draft>(key: string, mine: string): Draft | undefined {
  for (const other of Object.keys(sessionStorage))
    if (other.startsWith("draft:") && !other.startsWith(mine)) sessionStorage.removeItem(other);
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? "null") as Draft | null) ?? undefined;
  } catch {
    return undefined;
  }
}
