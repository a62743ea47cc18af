import { useState } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { portals } from "../platform/portals.ts";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { policies, type Policy } from "./policies-data.ts";

const link = "rounded-control text-accent-text underline-offset-4 hover:underline";

/** Signing in with a passkey, the two portals beside this one, becoming a partner, and the policies. */
export function LoginLinks() {
  const [shown, setShown] = useState<Policy>();
  return (
    <>
      <PasskeySignIn />
      <div className="grid gap-4 border-t border-line pt-5 text-sm">
        <nav aria-label="Other portals" className="flex flex-wrap gap-x-5 gap-y-2">
          {portals().map(({ name, address }) => (
            <a key={address} href={address} rel="noreferrer" className={link}>
              {name}
            </a>
          ))}
        </nav>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          <a href="/signup" className={link}>
            Become a partner
          </a>
          {policies.map((policy) => (
            <button key={policy.title} type="button" className={link} onClick={() => setShown(policy)}>
              {policy.title}
            </button>
          ))}
        </div>
        {shown && (
          <Dialog title={shown.title} onClose={() => setShown(undefined)}>
            <div className="grid gap-3">
              {shown.text.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </Dialog>
        )}
      </div>
    </>
  );
}
