import { publicPages } from "@tradewind/contract/public-pages.ts";
import { useEffect, useState } from "react";
import { useAddress } from "./address.ts";
import { Later } from "./later.tsx";
import { LoginScreen } from "./login-screen.tsx";
import { SignInScreen } from "./sign-in-screen.tsx";

/** Shows the two sign-in screens; the other public pages are loaded later. */
export function SignedOut() {
  const { path } = useAddress();
  const [jumped] = useState(() => location.href.includes("cmtoken="));
  const here = path === publicPages.login || (path === publicPages.signIn && !jumped);
  useEffect(() => {
    if (here) document.title = "Sign in · Tradewind";
  }, [here]);
  if (!here) return <Later part={path} />;
  return path === publicPages.login ? <LoginScreen /> : <SignInScreen />;
}
