/** What a build may set: the three hosts of the API (the page's own by default) and the client id of sign-in. */
const set = import.meta.env as Record<string, string | undefined>;

const hosts = [
  ["/api/auth/", "VITE_AUTH_HOST"],
  ["/api/marketplace/", "VITE_MARKETPLACE_HOST"],
  ["/api/", "VITE_API_HOST"],
] as const;

/** The full address of an API path, on the host that serves it. */
export function addressOf(path: string): string {
  const name = hosts.find(([start]) => path.startsWith(start))?.[1];
  return (name && set[name] ? set[name] : "") + path;
}

export const loginClientId = (): string => set.VITE_LOGIN_CLIENT_ID ?? "tradewind-portal";
