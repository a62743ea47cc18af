import { useSyncExternalStore } from "react";

const moved = "tradewind:moved";

/** Opens another public screen without reloading; `state` is stored in the history entry. */
export function go(to: string, { state = null, replace = false }: { state?: unknown; replace?: boolean } = {}): void {
  if (replace) history.replaceState(state, "", to);
  else history.pushState(state, "", to);
  dispatchEvent(new Event(moved));
}

/** Returns the user name from the history entry, where it shows in no address. */
export function carriedUsername(): string | undefined {
  const state = history.state as { username?: unknown } | null;
  return typeof state?.username === "string" ? state.username : undefined;
}

function watch(changed: () => void): () => void {
  addEventListener("popstate", changed);
  addEventListener(moved, changed);
  return () => {
    removeEventListener("popstate", changed);
    removeEventListener(moved, changed);
  };
}

export function useAddress(): { path: string; query: string } {
  const address = useSyncExternalStore(watch, () => location.pathname + location.search);
  const [path = "", ...query] = address.split("?");
  return { path: path.replace(/(.)\/+$/, "$1"), query: query.length === 0 ? "" : `?${query.join("?")}` };
}
