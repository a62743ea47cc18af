let wanted: string[] = [];

// A page that navigates away would take the following tests with it, even if it leaves after its own test.
navigation.addEventListener("navigate", (event) => {
  if (!event.cancelable || event.destination.sameDocument || event.downloadRequest !== null) return;
  const { pathname, search, hash } = new URL(event.destination.url);
  wanted.push(pathname + search + hash);
  event.preventDefault();
});

/** Records the addresses to which the page tries to navigate from now on. The navigation itself is blocked. */
export const keepHere = (): string[] => (wanted = []);
