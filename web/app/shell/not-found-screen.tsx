import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { Button, buttonClass } from "../../ui/button.tsx";
import { t } from "../../platform/translate.ts";
import { MessagePage } from "../../shared/message-page.tsx";

export function NotFoundScreen() {
  const router = useRouter();
  useEffect(() => {
    document.title = `${t("NOT_FOUND.TITLE")} · Tradewind`;
  }, []);
  return (
    <main>
      <MessagePage
        code="404"
        title={t("NOT_FOUND.TITLE")}
        actions={
          <>
            <Button icon="arrowLeft" onClick={() => router.history.back()}>
              Back
            </Button>
            <a href="/" className={buttonClass("primary")}>
              Home
            </a>
          </>
        }
      >
        {t("NOT_FOUND.TEXT")}
      </MessagePage>
    </main>
  );
}
