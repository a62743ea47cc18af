import { lazy, Suspense, useEffect } from "react";
import { buttonClass } from "../ui/button.tsx";
import { t } from "../platform/messages.ts";
import { MessagePage } from "../shared/message-page.tsx";
import { LoginScreen } from "./login-screen.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { useAddress } from "./address.ts";
import { SignInScreen } from "./sign-in-screen.tsx";

const titles: Record<string, string> = {
  "/login": "Sign in",
  "/sign-in": "Sign in",
  "/forget-password": "Forgot password",
  "/reset-password": "Forgot password",
  "/change-password": "Change password",
  "/permission-error": "Permission needed",
};

const ForgetPassword = lazy(async () => ({
  default: (await import("./forget-password-screen.tsx")).ForgetPasswordScreen,
}));
const ChangePassword = lazy(async () => ({
  default: (await import("./change-password-screen.tsx")).ChangePasswordScreen,
}));

/** The public screens by path; whatever is none of them is not found. */
export function SignedOut() {
  return (
    <Suspense>
      <Screen />
    </Suspense>
  );
}

function Screen() {
  const { path } = useAddress();
  useEffect(() => {
    document.title = `${titles[path] ?? t("NOT_FOUND.TITLE")} · Tradewind`;
  }, [path]);
  if (path.startsWith("/change-password")) return <ChangePassword />;
  switch (path) {
    case "/login":
      return <LoginScreen />;
    case "/sign-in":
      return <SignInScreen />;
    case "/forget-password":
    case "/reset-password":
      return <ForgetPassword />;
    case "/permission-error":
      return (
        <main>
          <MessagePage
            title="Permission needed"
            actions={
              <a href="/login" className={buttonClass("primary")}>
                Back to sign in
              </a>
            }
          >
            {t("PERMISSION.ERROR")}
          </MessagePage>
        </main>
      );
    default:
      return <NotFoundScreen />;
  }
}
