import { publicPages } from "@tradewind/contract/public-pages.ts";
import { useState } from "react";
import { fetchApi } from "../platform/config.ts";
import { forgetProvider } from "../platform/forget-provider.ts";
import { leave } from "../platform/leave.ts";
import { t } from "../platform/translate.ts";
import { safeReturn } from "../platform/safe-return.ts";
import { canUsePasskeys, signWithPasskey } from "../shared/passkeys.ts";
import { Button } from "../ui/button.tsx";
import { Alert } from "../ui/alert.tsx";
import { go } from "./address.ts";
import { askForToken } from "./sign-in-calls.ts";

async function askForOptions(): Promise<string> {
  const response = await fetchApi("/api/auth/passkeys/sign-in-options", {
    method: "POST",
    headers: { Accept: "application/json" },
  });
  const answer = (await response.json()) as { Result: { Options: string } | null; Messages: string[] };
  if (!answer.Result) throw new Error(answer.Messages[0]);
  return answer.Result.Options;
}

/** Signs in without a user name: the passkey identifies the person. */
export function PasskeySignIn() {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (!canUsePasskeys()) return null;

  async function signIn() {
    setProblem(undefined);
    setBusy(true);
    try {
      const passkey = await signWithPasskey(await askForOptions());
      const outcome = passkey && (await askForToken({ grant_type: "passkey", passkey }));
      if (outcome && outcome.ok) {
        forgetProvider();
        const target = safeReturn(new URLSearchParams(location.search).get("return"));
        return leave.to(target ? `/?return=${encodeURIComponent(target)}` : "/");
      }
      const told = outcome && (outcome.refusal.error_description || t("LOGIN.DETAILS_INCORRECT"));
      if (told && told.startsWith("resetrequired")) return go(publicPages.changePassword, { state: { told } });
      setProblem(told);
    } catch (error) {
      setProblem((error instanceof Error && error.message) || t("LOGIN.BACKEND_ERROR"));
    }
    return setBusy(false);
  }

  return (
    <div className="-mt-3 grid gap-5">
      <Button size="large" busy={busy} onClick={() => void signIn()}>
        Sign in with a passkey
      </Button>
      {problem && (
        <Alert type="error" live>
          {problem}
        </Alert>
      )}
    </div>
  );
}
