import { useEffect, useState } from "react";
import { useSession } from "../../platform/session.ts";

/** State that outlives a reload of the page, in the tab's own store; another person's has another key. */
export function useDraft<Draft>(name: string, first: Draft) {
  const key = `draft:${useSession().User.userName}:${name}`;
  const [draft, setDraft] = useState<Draft>(() => read<Draft>(key) ?? first);
  useEffect(() => {
    try {
      sessionStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // A full store loses the draft and nothing else.
    }
  }, [key, draft]);
  return [draft, setDraft] as const;
}

function read<Draft>(key: string): Draft | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? "null") as Draft | null) ?? undefined;
  } catch {
    return undefined;
  }
}
