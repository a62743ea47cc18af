import { Button, buttonClass } from "../ui/button.tsx";
import { t } from "../platform/translate.ts";
import { SignInFrame } from "./frame.tsx";

export function NotFoundScreen() {
  return (
    <SignInFrame title={t("NOT_FOUND.TITLE")} about={t("NOT_FOUND.TEXT")}>
      <div className="flex flex-wrap gap-2">
        <Button icon="arrowLeft" onClick={() => history.back()}>
          Back
        </Button>
        <a href="/" className={buttonClass("primary")}>
          Home
        </a>
      </div>
    </SignInFrame>
  );
}
