import { publicPages } from "@tradewind/contract/public-pages.ts";
import { useEffect, useState } from "react";
import { buttonClass } from "../ui/button.tsx";
import { Alert } from "../ui/alert.tsx";
import { t } from "../platform/translate.ts";
import { SignInFrame } from "./frame.tsx";
import { askForToken } from "./sign-in-calls.ts";

/** Opens a person's portal for the operator's staff; the link leaves the address at once and works only once. */
export function JumpScreen() {
  const [given] = useState(() => new URLSearchParams(location.hash.slice(1) || location.search));
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    // The link works only once: a repeated effect cancels the first call before it is sent.
    let left = false;
    history.replaceState(null, "", publicPages.signIn);
    const grant = { cmtoken: given.get("cmtoken") ?? "", adminid: given.get("adminid") ?? "" };
    const timer = setTimeout(() => {
      askForToken({ grant_type: "sysops", ...grant }).then(
        (outcome) => {
          if (left) return;
          if (!outcome.ok) return setProblem(outcome.refusal.error_description ?? t("LOGIN.BACKEND_ERROR"));
          const before = localStorage.getItem("userType");
          if (before) localStorage.setItem("previousUserType", before);
          location.assign("/");
        },
        () => left || setProblem(t("LOGIN.BACKEND_ERROR")),
      );
    });
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [given]);
  return (
    <SignInFrame title="Opening the portal" about="You are being signed in to help somebody.">
      {problem ? (
        <div className="grid justify-items-start gap-5">
          <Alert type="error" live>
            {problem}
          </Alert>
          <a href={publicPages.login} className={buttonClass("primary")}>
            Back to sign in
          </a>
        </div>
      ) : (
        <p role="status">One moment…</p>
      )}
    </SignInFrame>
  );
}
