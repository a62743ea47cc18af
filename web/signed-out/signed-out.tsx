import { lazy, Suspense, useEffect, useState } from "react";
import { t } from "../platform/messages.ts";
import { LoginScreen } from "./login-screen.tsx";
import { useAddress } from "./address.ts";
import { SignInScreen } from "./sign-in-screen.tsx";

const JumpScreen = lazy(async () => ({ default: (await import("./jump-screen.tsx")).JumpScreen }));

const NotFoundScreen = lazy(async () => ({ default: (await import("./not-found-screen.tsx")).NotFoundScreen }));
const PermissionScreen = lazy(async () => ({ default: (await import("./permission-screen.tsx")).PermissionScreen }));

const SignUpScreen = lazy(async () => ({ default: (await import("./sign-up-screen.tsx")).SignUpScreen }));
const MailLinkScreen = lazy(async () => ({ default: (await import("./mail-link-screens.tsx")).MailLinkScreen }));

const titles: Record<string, string> = {
  "/login": "Sign in",
  "/sign-in": "Sign in",
  "/permission-error": "Permission needed",
  "/signup": "Become a partner",
};

/** The public screens by path; whatever is none of them is not found. */
export function SignedOut() {
  const { path } = useAddress();
  const [jumped] = useState(() => location.href.includes("cmtoken="));
  useEffect(() => {
    document.title = `${titles[path] ?? t("NOT_FOUND.TITLE")} · Tradewind`;
  }, [path]);
  return <Suspense fallback={null}>{screenAt(path, jumped)}</Suspense>;
}

function screenAt(path: string, jumped: boolean) {
  switch (path) {
    case "/login":
      return <LoginScreen />;
    case "/sign-in":
      return jumped ? <JumpScreen /> : <SignInScreen />;
    case "/permission-error":
      return <PermissionScreen />;
    case "/signup":
      return <SignUpScreen />;
    default:
      return /^\/(spam-release|verify-email-archive-access)(\/|$)/.test(path) ? (
        <MailLinkScreen path={path} />
      ) : (
        <NotFoundScreen />
      );
  }
}
