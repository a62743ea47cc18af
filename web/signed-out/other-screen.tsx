import { JumpScreen } from "./jump-screen.tsx";
import { MailLinkScreen } from "./mail-link-screens.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { PermissionScreen } from "./permission-screen.tsx";
import { SignUpScreen } from "./sign-up-screen.tsx";

/** The public screens besides signing in, by path. */
export function OtherScreen({ path }: { path: string }) {
  switch (path) {
    case "/sign-in":
      return <JumpScreen />;
    case "/signup":
      return <SignUpScreen />;
    case "/permission-error":
      return <PermissionScreen />;
    default:
      return /^\/(spam-release|verify-email-archive-access)(\/|$)/.test(path) ? (
        <MailLinkScreen path={path} />
      ) : (
        <NotFoundScreen />
      );
  }
}
