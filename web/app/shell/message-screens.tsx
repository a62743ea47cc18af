import { useRouter } from "@tanstack/react-router";
import { Button, buttonClass } from "../../ui/button.tsx";
import { t } from "../../platform/messages.ts";
import { appLink } from "../../shared/link-render.tsx";
import { MessagePage } from "../../shared/message-page.tsx";

export function AccessDeniedScreen() {
  const router = useRouter();
  return (
    <MessagePage
      code="403"
      title={t("ACCESS_DENIED.TITLE")}
      actions={
        <>
          <Button icon="arrowLeft" onClick={() => router.history.back()}>
            Back
          </Button>
          {appLink({ href: "/", className: buttonClass("primary"), onClick: () => {}, children: "Home" })}
        </>
      }
    >
      {t("ACCESS_DENIED.TEXT")}
    </MessagePage>
  );
}

export function NoAccessScreen() {
  return (
    <MessagePage title={t("NO_ACCESS.TITLE")} actions={null}>
      {t("NO_ACCESS.TEXT")}
    </MessagePage>
  );
}
