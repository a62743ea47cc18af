import { buttonClass } from "../ui/button.tsx";
import { t } from "../platform/messages.ts";
import { MessagePage } from "../shared/message-page.tsx";

export function PermissionScreen() {
  return (
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
}
