import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { t } from "../platform/translate.ts";
import { beginSso } from "../platform/sso.ts";

/** What the button does: the provider asks who it is, is tried again, Microsoft's is tried instead, or the page itself goes on. */
type Way = "choose" | "again" | "microsoft" | "own";
type Problem = { title: string; text: string; action: string; way: Way };

/** What went wrong at the provider, by what its message says (ERR-01 to ERR-07). */
export function problemOf(message: string): Problem {
  const anotherOrganisation = /;\s*\S/.test(message);
  const chooseAnother = { action: "Choose another organisation", way: "choose" } as const;
  if (/not linked to any organi[sz]ation/i.test(message))
    return {
      title: "Account not linked",
      text: "Your account is not linked to any organisation here.",
      action: "Sign in with another account",
      way: "choose",
    };
  if (/not part of the organi[sz]ation/i.test(message))
    return {
      title: "Not part of the organisation",
      text: "Your account is not part of this organisation.",
      action: "Sign in with another account",
      way: "choose",
    };
  if (/authentication with microsoft required/i.test(message))
    return {
      title: "Sign in with Microsoft",
      text: "This organisation signs in with Microsoft.",
      ...(anotherOrganisation ? chooseAnother : { action: "Continue with Microsoft", way: "microsoft" }),
    };
  if (/authentication with microsoft prohibited/i.test(message))
    return {
      title: "Microsoft is not accepted",
      text: "This organisation does not sign in with Microsoft.",
      ...(anotherOrganisation ? chooseAnother : { action: "Continue with your Tradewind login", way: "own" }),
    };
  if (/^somebody else than /i.test(message))
    return {
      title: "Somebody else is signed in",
      text: message,
      action: "Sign in with another account",
      way: "choose",
    };
  return {
    title: "Sign-in did not work",
    text: "We could not sign you in at your organisation's provider. Please try again.",
    action: "Try again",
    way: "again",
  };
}

/** Shown once on the sign-in page after the provider said no. */
export function SsoErrorDialog() {
  const [message, setMessage] = useState(() => sessionStorage.getItem("ssoError"));
  if (message === null) return null;
  const { title, text, action, way } = problemOf(message);
  const close = () => {
    for (const key of ["ssoError", "ssoErrorProvider"]) sessionStorage.removeItem(key);
    setMessage(null);
  };
  const goOn = () => {
    const failed = sessionStorage.getItem("ssoErrorProvider") === "aad" ? "aad" : "sso";
    close();
    if (way === "own") return;
    void beginSso({ provider: way === "microsoft" ? "aad" : failed, choose: way === "choose" }).catch(() =>
      setMessage(t("LOGIN.BACKEND_ERROR")),
    );
  };
  return (
    <Dialog
      title={title}
      size="small"
      onClose={close}
      footer={
        <Button variant="primary" onClick={goOn}>
          {action}
        </Button>
      }
    >
      {text}
    </Dialog>
  );
}
