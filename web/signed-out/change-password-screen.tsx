import { publicPages } from "@tradewind/contract/public-pages.ts";
import { useEffect, useState } from "react";
import { ChangePasswordForm } from "../shared/change-password-form.tsx";
import { buttonClass } from "../ui/button.tsx";
import { handOff } from "../platform/hand-off.ts";
import { sendChange, sendPassword } from "../shared/password-calls.ts";
import { go } from "./address.ts";
import { SignInFrame } from "./frame.tsx";
import {
  clearPasswordState,
  keepPasswordState,
  savedPasswordState,
  stateOfLink,
  type PasswordState,
} from "./password-state.ts";

type Opened = PasswordState & { byLink: boolean };

/**
 * Reads the page's state: from a mailed link, moving its key from the address into the history entry, or from sign-in.
 */
function openedWith(): Opened | undefined {
  const state = history.state as { link?: PasswordState; told?: string } | null;
  const link = stateOfLink(location.pathname) ?? state?.link;
  if (link) return { ...link, byLink: true };
  if (state?.told) keepPasswordState(state.told);
  const saved = savedPasswordState();
  return saved && { ...saved, byLink: false };
}

/** Asks whether a mailed key was used or has expired; if nobody answers, the form itself will tell. */
async function isSpent(key: string): Promise<boolean> {
  const { status, body } = await sendPassword("POST", "check-key", { body: { key } });
  return status === 400 || (body.Result as { Works?: boolean } | undefined)?.Works === false;
}

const SpentLink = () => (
  <SignInFrame title="This link no longer works" about="It has expired or was already used.">
    <a href={publicPages.forgetPassword} className={buttonClass("primary")}>
      Ask for a new link
    </a>
  </SignInFrame>
);

export function ChangePasswordScreen() {
  const [opened] = useState(openedWith);
  useEffect(() => {
    if (!opened) return go(publicPages.login, { replace: true });
    const { byLink, ...link } = opened;
    if (byLink && location.pathname !== publicPages.changePassword)
      go(publicPages.changePassword, { state: { link }, replace: true });
    // The state from sign-in is now in session storage, where a hard clear removes it.
    else if (!byLink) history.replaceState(null, "");
    return undefined;
  }, [opened]);
  const mailed = opened?.byLink ? opened.token : undefined;
  const [spent, setSpent] = useState(mailed === undefined ? false : undefined);
  useEffect(() => {
    if (mailed) void isSpent(mailed).then(setSpent);
  }, [mailed]);
  if (!opened) return null;
  if (spent) return <SpentLink />;
  const { token: key, userName, userType, byLink } = opened;
  return (
    <SignInFrame
      title="Choose a new password"
      about={byLink ? "Then sign in with it." : "Your password must be changed before you can sign in."}
    >
      {spent === undefined ? (
        <div role="status" aria-label="Loading" className="h-64 animate-pulse rounded-card bg-sunken" />
      ) : (
        <ChangePasswordForm
          userName={userName}
          asksCurrent={!byLink}
          send={(chosen) => sendChange({ key, userName, userType, ...chosen })}
          onDone={() => {
            clearPasswordState();
            handOff("passwordChanged", "yes");
            go(publicPages.login, { replace: true });
          }}
        />
      )}
      <a href={publicPages.forgetPassword} className="text-sm text-accent-text underline-offset-4 hover:underline">
        Ask for a new link
      </a>
    </SignInFrame>
  );
}
