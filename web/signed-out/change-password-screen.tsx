import { publicPages } from "@tradewind/contract/public-pages.ts";
import { useEffect, useState } from "react";
import { ChangePasswordForm } from "../shared/change-password-form.tsx";
import { handOff } from "../platform/hand-off.ts";
import { sendChange } from "../shared/password-calls.ts";
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
  if (!opened) return null;
  const { token: key, userName, userType, byLink } = opened;
  return (
    <SignInFrame
      title="Choose a new password"
      about={byLink ? "Then sign in with it." : "Your password must be changed before you can sign in."}
    >
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
      <a href={publicPages.forgetPassword} className="text-sm text-accent-text underline-offset-4 hover:underline">
        Ask for a new link
      </a>
    </SignInFrame>
  );
}
