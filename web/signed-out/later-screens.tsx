import { buttonClass } from "../ui/button.tsx";
import { t } from "../platform/messages.ts";
import { MessagePage } from "../shared/message-page.tsx";
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
  <main>
    <MessagePage
      title="Permission needed"
      actions={
        <a href="/login" className={buttonClass("primary")}>
          Back to sign in
        </a>
      }
    >
      {t("PERMISSION.ERROR")}
    </MessagePage>
  </main>
);
