import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { safeReturn } from "../../platform/safe-return.ts";
import { MessagePage } from "../../shared/message-page.tsx";

/** Milliseconds before the requested address opens. */
const wait = 1000;

/** Redirects to an address of the portal; any other leads to the home page. */
export function RedirectScreen() {
  const navigate = useNavigate();
  useEffect(() => {
    const wanted = safeReturn(new URLSearchParams(location.search).get("redirectUrl"));
    const timer = setTimeout(() => void navigate({ href: wanted ?? "/", replace: true }), wait);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <MessagePage title="One moment" actions={null}>
      <span role="status">You are being taken to your page.</span>
    </MessagePage>
  );
}
