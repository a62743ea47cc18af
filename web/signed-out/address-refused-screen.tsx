import { publicPages } from "@tradewind/contract/public-pages.ts";
import { buttonClass } from "../ui/button.tsx";
import { SignInFrame } from "./frame.tsx";

/** Says why somebody who is signed in gets no further: their company lets nobody in from where they are. */
export const AddressRefusedScreen = () => (
  <SignInFrame
    title="Not from this address"
    about="Your company lets its people in from certain addresses only, and you are at another one. Come from your company’s network, or ask a colleague who manages users to add your address."
  >
    <div className="grid gap-3">
      <a href="/" className={buttonClass("primary", "large")}>
        Try again
      </a>
      <a href={publicPages.login} className={buttonClass("secondary", "large")}>
        Sign in as somebody else
      </a>
    </div>
  </SignInFrame>
);
