import { useEffect, useRef, useState, type ReactNode } from "react";
import { Button, type ButtonSize } from "./button.tsx";
import { cx } from "./class-names.ts";

/** Milliseconds for which the copied text is highlighted, and for which the button confirms the copy (SHELL-47). */
export const highlightTime = 500;
export const copiedTime = 1000;

type Mark = { copied: boolean; highlighted: boolean };
const unmarked: Mark = { copied: false, highlighted: false };

/** Copies a text and confirms it for a second, highlighted for the first half. */
export function CopyButton({
  text,
  label = "Copy",
  size = "small",
}: {
  text: string;
  label?: ReactNode;
  size?: ButtonSize;
}) {
  const [{ copied, highlighted }, setMark] = useState(unmarked);
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  useEffect(() => {
    const running = timers.current;
    return () => running.forEach(clearTimeout);
  }, []);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    timers.current.splice(0).forEach(clearTimeout);
    setMark({ copied: true, highlighted: true });
    timers.current.push(
      setTimeout(setMark, highlightTime, { copied: true, highlighted: false }),
      setTimeout(setMark, copiedTime, unmarked),
    );
  };
  return (
    <Button
      size={size}
      icon={copied ? "check" : "copy"}
      className={cx(
        copied && "copied text-success!",
        highlighted && "highlighted bg-success-soft! outline-2 outline-success",
      )}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{copied ? "Copied" : label}</span>
    </Button>
  );
}
