import { buttonClass } from "../ui/button.tsx";
import { accessWords } from "../shared/access-words.ts";
import { SignInFrame } from "./frame.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { SsoErrorDialog } from "./sso-error-dialog.tsx";
import { CallbackScreen, LeavingScreen, LinkAccountScreen, SingleExperienceErrorScreen } from "./sso-screens.tsx";

export function LaterScreen({ part }: { part: string }) {
  switch (part) {
    case "error":
      return <SsoErrorDialog />;
    case "/handle-ext-auth":
      return <LeavingScreen />;
    case "/sso-callback":
      return <CallbackScreen />;
    case "/link-account":
      return <LinkAccountScreen />;
    case "/single-experience-error":
      return <SingleExperienceErrorScreen />;
    case "/permission-error":
      return <PermissionErrorScreen />;
    default:
      return <NotFoundScreen />;
  }
}

const PermissionErrorScreen = () => (
  <SignInFrame title="Permission needed" about={accessWords.permission}>
    <a href="/login" className={buttonClass("primary", "large")}>
      Back to sign in
    </a>
  </SignInFrame>
);
