import { useState } from "react";
import { Button, type ButtonSize } from "./button.tsx";

/** Copies a text and says so for a second. */
export function CopyButton({
  text,
  label = "Copy",
  size = "small",
}: {
  text: string;
  label?: string;
  size?: ButtonSize;
}) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(setCopied, 1000, false);
  };
  return (
    <Button
      size={size}
      icon={copied ? "check" : "copy"}
      className={copied ? "copied bg-success-soft! text-success!" : ""}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{copied ? "Copied" : label}</span>
    </Button>
  );
}
