import { passwordUserType } from "@tradewind/domain/access/passwords.ts";

/** State of the page for a new password: the key that permits the change, and whose password it is. */
export type PasswordState = { token: string; userName: string; userType: string };

const place = "passwordState";

/** Keeps the state from sign-in: `resetrequired`, kind of user, user name and key, separated by pipes. */
export function keepPasswordState(description: string): void {
  const [, userType = "", userName = "", token = ""] = description.split("|");
  const state: PasswordState = { token, userName, userType: passwordUserType(userType) };
  sessionStorage.setItem(place, JSON.stringify(state));
}

export function savedPasswordState(): PasswordState | undefined {
  try {
    const { token, userName, userType } = JSON.parse(sessionStorage.getItem(place) ?? "{}") as Partial<PasswordState>;
    return token && userName && userType ? { token, userName, userType } : undefined;
  } catch {
    return undefined;
  }
}

export const clearPasswordState = (): void => sessionStorage.removeItem(place);

/** Parses a mailed link, `/change-password/{usertype}/{username}/{key}`; undefined for any other address. */
export function stateOfLink(path: string): PasswordState | undefined {
  try {
    const [, , userType, userName, token, ...rest] = path.split("/").map(decodeURIComponent);
    return userType && userName && token && rest.length === 0
      ? { token, userName, userType: passwordUserType(userType) }
      : undefined;
  } catch {
    return undefined;
  }
}
