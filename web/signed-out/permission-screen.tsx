import { publicPages } from "@tradewind/contract/public-pages.ts";
import { buttonClass } from "../ui/button.tsx";
import { accessWords } from "../shared/access-words.ts";
import { SignInFrame } from "./frame.tsx";

export const PermissionScreen = () => (
  <SignInFrame title="Permission needed" about={accessWords.permission}>
    <a href={publicPages.login} className={buttonClass("primary", "large")}>
      Back to sign in
    </a>
  </SignInFrame>
);
