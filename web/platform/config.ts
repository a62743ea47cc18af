type Settings = {
  loginClientId?: string;
  withoutWorkAccounts?: true;
  authHost?: string;
  marketplaceHost?: string;
  apiHost?: string;
};

/** What the server writes into the page: the three hosts of the API (the page's own by default) and the client id of sign-in. */
const settings = (): Settings =>
  JSON.parse(
    (typeof document === "undefined" ? undefined : document.querySelector<HTMLMetaElement>("meta[name=settings]"))
      ?.content || "{}",
  ) as Settings;

const hosts = [
  ["/api/auth/", "authHost"],
  ["/api/marketplace/", "marketplaceHost"],
  ["/api/", "apiHost"],
] as const;

/** The full address of an API path, on the host that serves it. */
export function addressOf(path: string): string {
  const name = hosts.find(([start]) => path.startsWith(start))?.[1];
  return ((name && settings()[name]) || "") + path;
}

/** Calls the API at its own host. Its cookies go along, though that host is not always the page's. */
export const fetchApi = (path: string, init?: RequestInit): Promise<Response> =>
  fetch(addressOf(path), { credentials: "include", ...init });

/** Whether people may sign in with work accounts. */
export const offersWorkAccounts = (): boolean => !settings().withoutWorkAccounts;

export const loginClientId = (): string => settings().loginClientId ?? "tradewind-portal";
