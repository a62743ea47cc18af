import type { SignInAt, TokenRefusal } from "@tradewind/contract/access/auth.ts";
import { publicPages } from "@tradewind/contract/public-pages.ts";
import { useEffect, useState } from "react";
import { safeReturn } from "../platform/safe-return.ts";
import { beginSso } from "../platform/sso.ts";
import { t } from "../platform/translate.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Alert } from "../ui/alert.tsx";
import { SignInFrame } from "./frame.tsx";

/** The refusal that led here: of a call in the portal, or of the token endpoint. */
type Refusal = {
  Error?: string;
  Messages?: string[];
  Resources?: { Address?: string; SignInAt?: SignInAt | null } | null;
} & Partial<TokenRefusal>;

/** Says which rule of their company keeps somebody out, and how they come in. */
export function KeptOutScreen() {
  const [refusal] = useState(() => JSON.parse(sessionStorage.getItem("keptOut") ?? "{}") as Refusal);
  const ended = refusal.Error === "byProviderOnly";
  useEffect(() => {
    if (ended) localStorage.clear();
  }, [ended]);
  return ended || refusal.error === "sso_only" ? (
    <ByProvider
      why={refusal.error_description ?? refusal.Messages?.[0]}
      at={refusal.signInAt ?? refusal.Resources?.SignInAt}
    />
  ) : (
    <AtAddress address={refusal.Resources?.Address} />
  );
}

const AtAddress = ({ address }: { address: string | undefined }) => (
  <SignInFrame
    title="Not from this address"
    about={`Your company lets its people in from certain addresses only, and you are at ${address ?? "another one"}. Come from your company’s network, or ask a colleague who manages users to add your address.`}
  >
    <div className="grid gap-3">
      <a href="/" className={buttonClass("primary", "large")}>
        Try again
      </a>
      {asSomebodyElse}
    </div>
  </SignInFrame>
);

const asSomebodyElse = (
  <a href={publicPages.login} className={buttonClass("secondary", "large")}>
    Sign in as somebody else
  </a>
);

function ByProvider({ why, at }: { why: string | undefined; at: SignInAt | null | undefined }) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function leave(way: SignInAt) {
    setProblem(undefined);
    setBusy(true);
    const target = safeReturn(new URLSearchParams(location.search).get("return"));
    await beginSso({ ...way, target }).catch((error: unknown) => {
      setProblem((error instanceof Error && error.message) || t("LOGIN.BACKEND_ERROR"));
      setBusy(false);
    });
  }
  if (!at)
    return (
      <SignInFrame
        title="Single sign-on only"
        about="Your company lets its people in at its provider only, and none is set up for it at the moment. Ask a colleague who manages users, or the marketplace, to let you in again."
      >
        <div className="grid gap-3">{asSomebodyElse}</div>
      </SignInFrame>
    );
  return (
    <SignInFrame title="Sign in at your provider" about={why}>
      <div className="grid gap-3">
        {problem && (
          <Alert type="error" live>
            {problem}
          </Alert>
        )}
        <Button variant="primary" size="large" busy={busy} onClick={() => void leave(at)}>
          {at.provider === "aad" ? "Sign in with Microsoft" : "Go to your provider"}
        </Button>
        {asSomebodyElse}
      </div>
    </SignInFrame>
  );
}
