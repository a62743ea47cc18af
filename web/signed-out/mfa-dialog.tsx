import { publicPages } from "@tradewind/contract/public-pages.ts";
import type { TokenRefusal } from "@tradewind/contract/access/auth.ts";
import { useId, useState, type FormEvent } from "react";
import { handOff } from "../platform/hand-off.ts";
import { t, translated } from "../platform/translate.ts";
import { SetupKey, TokenField } from "../shared/mfa-parts.tsx";
import { canUsePasskeys, signWithPasskey } from "../shared/passkeys.ts";
import { Button } from "../ui/button.tsx";
import { TaskDialog } from "../ui/dialog.tsx";
import { Alert } from "../ui/alert.tsx";
import { TextField } from "../ui/text-field.tsx";
import type { SecondFactor } from "./sign-in-calls.ts";

type Refusal = Partial<TokenRefusal>;
type Props = {
  /** The token endpoint's request: `mfa_config_needed…` or `mfa_token_needed…`. */
  asked: Refusal;
  /** Signs in again with the same name and password. Returns undefined if no response came. */
  retry: (given: SecondFactor) => Promise<{ ok: true } | { ok: false; refusal: Refusal } | undefined>;
  onClose: () => void;
};

/** Parses the key and picture from the description, separated by a pipe; without a pipe it is a sentence. */
function keyIn({ error, error_description = "" }: Refusal) {
  const [manualKey, picture] = error_description.split("|");
  return error?.startsWith("mfa_config_needed") && manualKey && picture ? { manualKey, picture } : undefined;
}

const newKey =
  "The key was shown more than ten minutes ago and is no longer valid. Here is a new one: remove the old one from your app and add this.";

type Step = "information" | "code" | "recovery" | "passkey";
const linkText = { code: "Use a code from the app", recovery: "Use a recovery code", passkey: "Use a passkey" };

/** People who have only passkeys have no app that shows codes. */
const hasApp = ({ error }: Refusal) => !error?.endsWith("_passkey");
function firstStep(asked: Refusal): Step {
  if (asked.error?.startsWith("mfa_config_needed")) return "information";
  if (hasApp(asked)) return "code";
  return asked.passkey_options && canUsePasskeys() ? "passkey" : "recovery";
}
const titleOf = (step: Step, isSetup: boolean) =>
  isSetup
    ? "Set up multi-factor authentication"
    : step === "passkey"
      ? "Confirm with your passkey"
      : "Enter your verification code";

/** Asks for the second factor at sign-in, after setting it up if it is required and missing. */
export function MfaDialog({ asked, retry, onClose }: Props) {
  const form = useId();
  const [setup, setSetup] = useState(() => keyIn(asked));
  const [options, setOptions] = useState(asked.passkey_options);
  const passkey = options !== undefined && canUsePasskeys();
  const [step, setStep] = useState<Step>(() => firstStep(asked));
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const [verifying, setVerifying] = useState(false);

  async function verify(event: FormEvent) {
    event.preventDefault();
    if (verifying || (step === "passkey" ? !passkey : typed.trim() === "")) return;
    if (step === "passkey") return usePasskey();
    await give(step === "recovery" ? { recoveryCode: typed } : { mfaToken: typed, mfaKey: setup?.manualKey ?? "" });
  }

  async function usePasskey() {
    setProblem(undefined);
    setVerifying(true);
    const signed = await signWithPasskey(options!).catch(() => "");
    if (signed) return give({ passkey: signed });
    setVerifying(false);
    if (signed === "") setProblem("This device could not use the passkey. Please try again, or use another way.");
  }

  async function give(factor: SecondFactor) {
    setProblem(undefined);
    setVerifying(true);
    const outcome = await retry(factor);
    // The next page is loading. A first code brings no recovery codes, which the portal then offers.
    if (outcome?.ok) return setup && handOff("factorSetUp", "yes");
    setVerifying(false);
    setTyped("");
    if (!outcome) return setProblem(t("LOGIN.BACKEND_ERROR"));
    // The signed challenge is used up; a new one may come with the refusal.
    if (factor.passkey !== undefined || outcome.refusal.passkey_options) setOptions(outcome.refusal.passkey_options);
    const next = keyIn(outcome.refusal);
    if (!next && outcome.refusal.error?.startsWith("mfa_token_needed")) setSetup(undefined);
    if (!next) return setProblem(translated(outcome.refusal.error_description || t("LOGIN.DETAILS_INCORRECT")));
    setSetup(next);
    setProblem(next.manualKey === setup?.manualKey ? t("MFA.CONFIGURE.ERROR_MESSAGE_MAIN") : newKey);
  }

  const others = (["code", "recovery", "passkey"] as const).filter(
    (each) => each !== step && (each !== "code" || hasApp(asked)) && (each !== "passkey" || passkey),
  );
  if (step === "information")
    return (
      <TaskDialog
        title="More information is needed"
        onClose={onClose}
        size="small"
        action="Continue"
        disabled={!setup}
        onConfirm={() => setStep("code")}
      >
        {setup ? (
          <p className="text-muted">
            Your organisation protects its accounts with multi-factor authentication. Set it up now, with an
            authenticator app on your phone: from then on you sign in with your password and a code from the app.
          </p>
        ) : (
          <Alert type="error" live>
            {translated(asked.error_description ?? "") || t("LOGIN.BACKEND_ERROR")}
          </Alert>
        )}
      </TaskDialog>
    );
  return (
    <TaskDialog
      title={titleOf(step, setup !== undefined)}
      onClose={onClose}
      size={setup ? "medium" : "small"}
      action={step === "passkey" ? "Use a passkey" : "Verify"}
      form={form}
      busy={verifying}
      disabled={step === "passkey" ? !passkey : typed.trim() === ""}
    >
      <form id={form} noValidate className="grid gap-5" onSubmit={(event) => void verify(event)}>
        {setup && <SetupKey {...setup} />}
        {step === "passkey" ? (
          <PasskeyStep problem={problem} />
        ) : step === "code" ? (
          <TokenField value={typed} onValue={setTyped} problem={problem} disabled={verifying} />
        ) : (
          <RecoveryField
            pages={asked.passkey_pages}
            value={typed}
            onValue={setTyped}
            problem={problem}
            disabled={verifying}
          />
        )}
        {!setup && (
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            {others.map((other) => (
              <Button
                key={other}
                variant="link"
                size="small"
                disabled={verifying}
                onClick={() => {
                  setTyped("");
                  setProblem(undefined);
                  if (other === "passkey") void usePasskey();
                  else setStep(other);
                }}
              >
                {linkText[other]}
              </Button>
            ))}
          </div>
        )}
      </form>
    </TaskDialog>
  );
}

const PasskeyStep = ({ problem }: { problem?: string }) => (
  <div className="grid gap-4">
    {problem && (
      <Alert type="error" live>
        {problem}
      </Alert>
    )}
    <p className="text-muted">
      Your password was right. Your device now asks for the passkey: confirm with your finger, face or PIN.
    </p>
  </div>
);

/** Tells people on another host that their passkeys work only on the host where they were created. */
function ElsewhereOnly({ pages }: { pages: readonly string[] }) {
  const links = pages.map((page) => (
    <a
      key={page}
      href={`${page}${publicPages.login}`}
      className="font-medium text-accent-text underline underline-offset-4"
    >
      {new URL(page).host}
    </a>
  ));
  return (
    <Alert type="info">
      {links.length === 1 ? "Your passkey works at " : "Your passkeys work at "}
      {links.flatMap((link, at) => (at === 0 ? [link] : [at === links.length - 1 ? " and " : ", ", link]))} only. Sign
      in there, or use a recovery code here.
    </Alert>
  );
}

function RecoveryField(field: {
  pages: readonly string[] | undefined;
  value: string;
  onValue: (value: string) => void;
  problem?: string;
  disabled: boolean;
}) {
  return (
    <div className="grid gap-4">
      {field.problem && (
        <Alert type="error" live>
          {field.problem}
        </Alert>
      )}
      {field.pages && <ElsewhereOnly pages={field.pages} />}
      <TextField
        label="Recovery code"
        hint="One of the ten that you kept; each works once"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
        maxLength={64}
        value={field.value}
        onChange={(event) => field.onValue(event.target.value)}
        disabled={field.disabled}
      />
    </div>
  );
}
