let wanted: string[] = [];

// A page that left would take the tests after it along, also when it leaves only after its own test.
navigation.addEventListener("navigate", (event) => {
  if (!event.cancelable || event.destination.sameDocument || event.downloadRequest !== null) return;
  const { pathname, search, hash } = new URL(event.destination.url);
  wanted.push(pathname + search + hash);
  event.preventDefault();
});

/** Where the page would have gone from now on to be loaded anew. No test lets it, so that one can look. */
export const keepHere = (): string[] => (wanted = []);
