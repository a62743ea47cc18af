import { publicPages } from "@tradewind/contract/public-pages.ts";
import { lazy, useEffect, type ComponentType } from "react";
import { t } from "../platform/translate.ts";
import { Alert } from "../ui/alert.tsx";
import { addIcons } from "../ui/icon.tsx";
import { moreIcons } from "../ui/more-icons.ts";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { PermissionScreen } from "./permission-screen.tsx";
import { SsoErrorDialog } from "./sso-error-dialog.tsx";
import { CallbackScreen, LeavingScreen, LinkAccountScreen, SingleExperienceErrorScreen } from "./sso-screens.tsx";

addIcons(moreIcons);

type Screen = { title: string; screen: ComponentType<{ path: string }> };

const forgotten = lazy(async () => ({
  default: (await import("./forget-password-screen.tsx")).ForgetPasswordScreen,
}));

const mailLink = lazy(async () => ({ default: (await import("./mail-link-screens.tsx")).MailLinkScreen }));

/** Screens by the first part of the path. */
const screens: Record<string, Screen> = {
  [publicPages.signIn]: {
    title: "Sign in",
    screen: lazy(async () => ({ default: (await import("./jump-screen.tsx")).JumpScreen })),
  },
  [publicPages.forgetPassword]: { title: "Forgot password", screen: forgotten },
  [publicPages.resetPassword]: { title: "Forgot password", screen: forgotten },
  [publicPages.changePassword]: {
    title: "Change password",
    screen: lazy(async () => ({ default: (await import("./change-password-screen.tsx")).ChangePasswordScreen })),
  },
  [publicPages.invitation]: {
    title: "Your invitation",
    screen: lazy(async () => ({ default: (await import("./invitation-screen.tsx")).InvitationScreen })),
  },
  [publicPages.quote]: {
    title: "Your quote",
    screen: lazy(async () => ({ default: (await import("./quote-screen.tsx")).QuoteScreen })),
  },
  [publicPages.signUp]: {
    title: "Become a partner",
    screen: lazy(async () => ({ default: (await import("./sign-up-screen.tsx")).SignUpScreen })),
  },
  [publicPages.spamRelease]: { title: "Release a message", screen: mailLink },
  [publicPages.archiveAccess]: { title: "Email archive", screen: mailLink },
  [publicPages.leaving]: { title: "Sign in", screen: LeavingScreen },
  [publicPages.ssoCallback]: { title: "Sign in", screen: CallbackScreen },
  [publicPages.linkAccount]: { title: "Link your account", screen: LinkAccountScreen },
  [publicPages.singleExperienceError]: { title: "Session not restored", screen: SingleExperienceErrorScreen },
  [publicPages.keptOut]: {
    title: "Kept out",
    screen: lazy(async () => ({ default: (await import("./kept-out-screen.tsx")).KeptOutScreen })),
  },
  [publicPages.permissionError]: { title: "Permission needed", screen: PermissionScreen },
};

/** Shows a public screen by its path, the popup `error`, or the word `changed`. Anything else is not found. */
export function LaterScreen({ part }: { part: string }) {
  const found = screens[`/${part.split("/")[1] ?? ""}`];
  const { title, screen: Screen } = found ?? { title: t("NOT_FOUND.TITLE"), screen: NotFoundScreen };
  useEffect(() => {
    if (part !== "error" && part !== "changed") document.title = `${title} · Tradewind`;
  }, [part, title]);
  if (part === "changed")
    return (
      <Alert type="success" live title="Your password was changed">
        Sign in with the new one.
      </Alert>
    );
  return part === "error" ? <SsoErrorDialog /> : <Screen path={part} />;
}
