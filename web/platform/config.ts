/** What a build may set: the three hosts of the API (the page's own by default) and the client id of sign-in. */
const set = import.meta.env as Record<string, string | undefined>;

const hosts = [
  ["/api/auth/", set.VITE_AUTH_HOST],
  ["/api/marketplace/", set.VITE_MARKETPLACE_HOST],
  ["/api/", set.VITE_API_HOST],
] as const;

/** The full address of an API path, on the host that serves it. */
export function addressOf(path: string): string {
  const host = hosts.find(([start]) => path.startsWith(start))?.[1] ?? "";
  return host + path;
}

export const loginClientId = set.VITE_LOGIN_CLIENT_ID ?? "tradewind-portal";
