import { useEffect } from "react";
import { t } from "../platform/messages.ts";
import { Later } from "./later.tsx";
import { LoginScreen } from "./login-screen.tsx";
import { useAddress } from "./address.ts";
import { SignInScreen } from "./sign-in-screen.tsx";

const titles: Record<string, string> = {
  "/login": "Sign in",
  "/sign-in": "Sign in",
  "/handle-ext-auth": "Sign in",
  "/sso-callback": "Sign in",
  "/link-account": "Link your account",
  "/single-experience-error": "Session not restored",
  "/permission-error": "Permission needed",
};

/** The public screens by path; whatever is none of them is not found. */
export function SignedOut() {
  const { path } = useAddress();
  useEffect(() => {
    document.title = `${titles[path] ?? t("NOT_FOUND.TITLE")} · Tradewind`;
  }, [path]);
  switch (path) {
    case "/login":
      return <LoginScreen />;
    case "/sign-in":
      return <SignInScreen />;
    default:
      return <Later part={path} />;
  }
}
