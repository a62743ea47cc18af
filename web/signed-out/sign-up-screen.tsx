import { countries } from "@tradewind/domain/values/countries.ts";
import { publicPages } from "@tradewind/contract/public-pages.ts";
import type { Envelope } from "@tradewind/contract/endpoint.ts";
import { useEffect, useRef, useState } from "react";
import { Button, buttonClass } from "../ui/button.tsx";
import { Select } from "../ui/choice.tsx";
import { Alert } from "../ui/alert.tsx";
import { TextArea, TextField } from "../ui/text-field.tsx";
import { t } from "../platform/translate.ts";
import { sendTo } from "../shared/password-calls.ts";
import { SignInFrame } from "./frame.tsx";

const countryChoices = Object.entries(countries).map(([value, label]) => ({ value, label }));

/** The server validates the form and returns a message for each field. */
const send = async (fields: object): Promise<Partial<Envelope<unknown>>> =>
  (await sendTo("POST", "/api/applications", { body: fields })).body;

/** Lets a company apply to become a reseller; the operator answers by mail. */
export function SignUpScreen() {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string>();

  useEffect(() => {
    document.title = "Become a partner · Tradewind";
  }, []);

  // Wait until the fields are enabled again: a disabled one takes no focus.
  const drawn = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0) drawn.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [errors]);

  async function submit(form: HTMLFormElement) {
    const fields = Object.fromEntries(new FormData(form));
    setBusy(true);
    const answer = await send(fields);
    setBusy(false);
    if (answer.Succeed) return setSentTo((form.elements.namedItem("Email") as HTMLInputElement).value);
    const faults = answer.Errors ?? {};
    setErrors(faults);
    const first = Object.keys(fields).find((name) => faults[name]);
    setProblem(first ? undefined : (answer.Messages?.[0] ?? t("ERROR.NO_ANSWER")));
  }

  if (sentTo)
    return (
      <SignInFrame title="Thank you" about="Your application is with us.">
        <p role="status">We read every one, and answer to {sentTo} within two working days.</p>
        <a href={publicPages.login} className={buttonClass("primary")}>
          Go to sign in
        </a>
      </SignInFrame>
    );
  return (
    <SignInFrame title="Become a partner" about="Tell us who you are, and we will be in touch.">
      <form
        ref={drawn}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        {problem && (
          <Alert type="error" live>
            {problem}
          </Alert>
        )}
        <TextField
          label="Company name"
          name="CompanyName"
          autoComplete="organization"
          error={errors["CompanyName"]}
          disabled={busy}
        />
        <TextField
          label="Contact name"
          name="ContactName"
          autoComplete="name"
          error={errors["ContactName"]}
          disabled={busy}
        />
        <TextField
          label="Email"
          name="Email"
          type="email"
          autoComplete="email"
          error={errors["Email"]}
          disabled={busy}
        />
        <TextField
          label="Telephone"
          name="Telephone"
          type="tel"
          autoComplete="tel"
          error={errors["Telephone"]}
          disabled={busy}
        />
        <Select label="Country" name="Country" choices={countryChoices} error={errors["Country"]} disabled={busy} />
        <TextField label="VAT number" name="VatNumber" optional error={errors["VatNumber"]} disabled={busy} />
        <TextArea label="Message" name="Message" optional error={errors["Message"]} disabled={busy} />
        <Button type="submit" variant="block" size="large" busy={busy}>
          Send application
        </Button>
        <a
          href={publicPages.login}
          className="justify-self-center text-sm text-accent-text underline-offset-4 hover:underline"
        >
          Sign in instead
        </a>
      </form>
    </SignInFrame>
  );
}
