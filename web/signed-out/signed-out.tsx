import { lazy, Suspense, useEffect, useState } from "react";
import { t } from "../platform/messages.ts";
import { LoginScreen } from "./login-screen.tsx";
import { useAddress } from "./address.ts";
import { SignInScreen } from "./sign-in-screen.tsx";

/** Every screen but the two that most people see. */
const OtherScreen = lazy(async () => ({ default: (await import("./other-screen.tsx")).OtherScreen }));

const titles: Record<string, string> = {
  "/login": "Sign in",
  "/sign-in": "Sign in",
  "/permission-error": "Permission needed",
};

/** The public screens by path; whatever is none of them is not found. */
export function SignedOut() {
  const { path } = useAddress();
  const [jumped] = useState(() => /cmtoken=/.test(location.href));
  useEffect(() => {
    document.title = `${titles[path] ?? t("NOT_FOUND.TITLE")} · Tradewind`;
  }, [path]);
  if (path === "/login") return <LoginScreen />;
  if (path === "/sign-in" && !jumped) return <SignInScreen />;
  return (
    <Suspense>
      <OtherScreen path={path} />
    </Suspense>
  );
}
