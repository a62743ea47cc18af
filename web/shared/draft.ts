import { useEffect, useMemo } from "react";
import { useSession } from "../platform/session.ts";

const prefix = "draft ";

/**
 * What somebody has filled in on a page and not yet sent, kept in this tab, so that a reload brings it back. It goes when
 * they send it, leave the page, or somebody else signs in here.
 */
export function useDraft<Kept>(page: string): { kept: Kept | undefined; keep: (value: Kept) => void } {
  const { userName } = useSession().User;
  const name = `${prefix}${userName} ${page}`;
  const kept = useMemo(() => read<Kept>(name), [name]);
  useEffect(() => () => sessionStorage.removeItem(name), [name]);
  return useMemo(
    () => ({ kept, keep: (value: Kept) => sessionStorage.setItem(name, JSON.stringify(value)) }),
    [kept, name],
  );
}

/** Takes away what anybody else left in this tab on the way. */
function read<Kept>(name: string): Kept | undefined {
  for (const other of Object.keys(sessionStorage))
    if (other.startsWith(prefix) && other !== name) sessionStorage.removeItem(other);
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}
