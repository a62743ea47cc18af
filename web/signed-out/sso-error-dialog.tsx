import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { beginSso } from "../platform/sso.ts";

type Problem = { title: string; text: string; action: string; microsoft?: true };

/** What went wrong at the provider, by what its message says (ERR-01 to ERR-07). */
export function problemOf(message: string): Problem {
  const anotherOrganisation = /;\s*\S/.test(message);
  const choose = "Choose another organisation";
  if (/not linked to any organi[sz]ation/i.test(message))
    return {
      title: "Account not linked",
      text: "Your account is not linked to any organisation here.",
      action: "Sign in with another account",
    };
  if (/not part of the organi[sz]ation/i.test(message))
    return {
      title: "Not part of the organisation",
      text: "Your account is not part of this organisation.",
      action: "Sign in with another account",
    };
  if (/authentication with microsoft required/i.test(message))
    return {
      title: "Sign in with Microsoft",
      text: "This organisation signs in with Microsoft.",
      ...(anotherOrganisation ? { action: choose } : { action: "Continue with Microsoft", microsoft: true }),
    };
  if (/authentication with microsoft prohibited/i.test(message))
    return {
      title: "Microsoft is not accepted",
      text: "This organisation does not sign in with Microsoft.",
      action: anotherOrganisation ? choose : "Continue with your Tradewind login",
    };
  return {
    title: "Sign-in did not work",
    text: "We could not sign you in at your organisation's provider. Please try again.",
    action: "Try again",
  };
}

/** Shown once on the sign-in page after the provider said no. */
export function SsoErrorDialog() {
  const [message, setMessage] = useState(() => sessionStorage.getItem("ssoError"));
  if (message === null) return null;
  const { title, text, action, microsoft } = problemOf(message);
  const close = () => {
    sessionStorage.removeItem("ssoError");
    setMessage(null);
  };
  return (
    <Dialog
      title={title}
      size="small"
      onClose={close}
      footer={
        <Button
          variant="primary"
          onClick={() => {
            close();
            if (microsoft) void beginSso({ provider: "aad" }).catch(() => undefined);
          }}
        >
          {action}
        </Button>
      }
    >
      {text}
    </Dialog>
  );
}
