import { applicationBody, applications } from "@tradewind/contract/applications.ts";
import { useState } from "react";
import { Button, buttonClass } from "../ui/button.tsx";
import { Select } from "../ui/choice.tsx";
import { Alert } from "../ui/status.tsx";
import { TextArea, TextField } from "../ui/text-field.tsx";
import { asApiError } from "../platform/api-error.ts";
import { call } from "../platform/api.ts";
import { SignInFrame } from "./frame.tsx";
import * as z from "zod/mini";

const countries = [
  { value: "GB", label: "United Kingdom" },
  { value: "IE", label: "Ireland" },
] as const;

/** A company asks to become a reseller; the operator answers by mail. */
export function SignUpScreen() {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string>();

  async function submit(form: HTMLFormElement) {
    const read = z.safeParse(applicationBody, Object.fromEntries(new FormData(form)));
    const faults = Object.fromEntries(read.error?.issues.map((issue) => [String(issue.path[0]), issue.message]) ?? []);
    setErrors(faults);
    setProblem(undefined);
    if (!read.success) {
      const first = Object.keys(faults)[0]!;
      return (form.elements.namedItem(first) as HTMLElement | null)?.focus();
    }
    setBusy(true);
    try {
      await call(applications.apply, { body: read.data });
      setSentTo(read.data.Email);
    } catch (error) {
      const { fields, message } = asApiError(error);
      setErrors(fields);
      setProblem(message);
    }
    setBusy(false);
  }

  if (sentTo)
    return (
      <SignInFrame title="Thank you" about="Your application is with us.">
        <p role="status">We read every one, and answer to {sentTo} within two working days.</p>
        <a href="/login" className={buttonClass("primary")}>
          Go to sign in
        </a>
      </SignInFrame>
    );
  return (
    <SignInFrame title="Become a partner" about="Tell us who you are, and we will be in touch.">
      <form
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
        <Select label="Country" name="Country" choices={countries} error={errors["Country"]} disabled={busy} />
        <TextField label="VAT number" name="VatNumber" optional error={errors["VatNumber"]} disabled={busy} />
        <TextArea label="Message" name="Message" optional error={errors["Message"]} disabled={busy} />
        <Button type="submit" variant="block" size="large" busy={busy}>
          Send application
        </Button>
        <a href="/login" className="justify-self-center text-sm text-accent-text underline-offset-4 hover:underline">
          Sign in instead
        </a>
      </form>
    </SignInFrame>
  );
}
