import { publicPages } from "@tradewind/contract/public-pages.ts";
import { useEffect, useState, type ComponentType } from "react";
import { useAddress } from "./address.ts";
import { Later } from "./later.tsx";
import { LoginScreen } from "./login-screen.tsx";

/** Shows the two sign-in screens; the other public pages are loaded later. */
export function SignedOut() {
  const { path } = useAddress();
  const [jumped] = useState(() => location.href.includes("cmtoken="));
  const here = path === publicPages.login || (path === publicPages.signIn && !jumped);
  const second = useSecondScreen(here);
  useEffect(() => {
    if (here) document.title = "Sign in · Tradewind";
  }, [here]);
  if (!here) return <Later part={path} />;
  return path === publicPages.login ? <LoginScreen /> : second && <second.SignInScreen />;
}

/** Loads the screen for the password while the user name is typed: it follows without a blank moment, as `lazy` has. */
function useSecondScreen(wanted: boolean) {
  const [module, setModule] = useState<{ SignInScreen: ComponentType }>();
  useEffect(() => {
    if (wanted) void import("./sign-in-screen.tsx").then(setModule);
  }, [wanted]);
  return module;
}
