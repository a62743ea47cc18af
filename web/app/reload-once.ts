const key = "reloadedFor";

/**
 * After a deployment the files an open page would fetch are gone. The page is loaded again, once for each address, so
 * that it runs the new version; where that does not help, the error is shown as any other.
 */
export function reloadForNewVersion(): void {
  addEventListener("vite:preloadError", (event) => {
    if (sessionStorage.getItem(key) === location.href) return;
    sessionStorage.setItem(key, location.href);
    event.preventDefault();
    location.reload();
  });
}
