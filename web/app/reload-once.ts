const key = "reloadedFor";

/**
 * Reloads the page when the files it would fetch are gone after a deployment, once for each address, so that it runs
 * the new version. If that does not help, the error shows as usual.
 */
export function reloadForNewVersion(): void {
  addEventListener("vite:preloadError", (event) => {
    if (sessionStorage.getItem(key) === location.href) return;
    sessionStorage.setItem(key, location.href);
    event.preventDefault();
    location.reload();
  });
}
