import { afterEach } from "vitest";

let keep: ((event: NavigateEvent) => void) | undefined;
afterEach(() => {
  if (keep) navigation.removeEventListener("navigate", keep);
});

/** Where the page would have gone to be loaded anew: kept from going, so that a test can look. */
export function keepHere(): string[] {
  const wanted: string[] = [];
  keep = (event) => {
    if (!event.cancelable || event.destination.sameDocument) return;
    const { pathname, search, hash } = new URL(event.destination.url);
    wanted.push(pathname + search + hash);
    event.preventDefault();
  };
  navigation.addEventListener("navigate", keep);
  return wanted;
}
