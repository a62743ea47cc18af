import { publicPages } from "@tradewind/contract/public-pages.ts";
import { portals } from "../platform/portals.ts";
import { PasskeySignIn } from "./passkey-sign-in.tsx";

const link = "rounded-control text-accent-text underline-offset-4 hover:underline";

/** Links to signing in with a passkey, the two other portals, and becoming a partner. */
export function LoginLinks() {
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
        <a href={publicPages.signUp} className={`${link} justify-self-start`}>
          Become a partner
        </a>
      </div>
    </>
  );
}
