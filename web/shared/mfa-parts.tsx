import { longestToken } from "@tradewind/contract/access/mfa.ts";
import { useEffect, useRef } from "react";
import { CodeBlock } from "../ui/code-block.tsx";
import { OtpField } from "../ui/otp-field.tsx";
import { Alert } from "../ui/alert.tsx";

/** Formats `ABCDEFGH` as `ABCD EFGH`, which is easier to type from the screen. */
export const inFours = (key: string): string => key.match(/.{1,4}/g)?.join(" ") ?? "";

/** Shows a new factor's key, as a QR code for the camera and as text for typing. */
export function SetupKey({ picture, manualKey }: { picture: string; manualKey: string }) {
  return (
    <div className="grid gap-5">
      <p className="text-muted">
        Scan this picture with an authenticator app, such as Microsoft Authenticator or Google Authenticator. It then
        shows a new code every 30 seconds.
      </p>
      {/* Cameras need dark squares on white, in the dark scheme too. */}
      <img
        src={picture}
        alt="QR code of the key below"
        width="200"
        height="200"
        className="justify-self-center rounded-card border border-line bg-[#ffffff]"
      />
      <div className="grid gap-1.5">
        <p className="text-sm font-medium">Key to type in, if you cannot scan</p>
        <CodeBlock label="Key" text={inFours(manualKey)} copied={manualKey} wrap />
      </div>
    </div>
  );
}

type TokenFieldProps = {
  value: string;
  onValue: (value: string) => void;
  /** The error in the last code; announced when it appears. */
  problem?: string;
  disabled?: boolean;
};

/** Asks for a device's code: keeps only the digits of what was typed or pasted. */
export function TokenField({ value, onValue, problem, disabled }: TokenFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (problem && !disabled) input.current?.focus();
  }, [problem, disabled]);
  return (
    <div className="grid gap-4">
      {problem && (
        <Alert type="error" live>
          {problem}
        </Alert>
      )}
      <OtpField
        ref={input}
        label="Code"
        hint="The digits your authenticator app shows now"
        longest={longestToken}
        autoFocus
        value={value}
        onValue={onValue}
        disabled={disabled}
      />
    </div>
  );
}
