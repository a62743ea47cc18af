import { useId, useRef, useState, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { cx } from "./class-names.ts";
import { FieldError } from "./field.tsx";

type FileDropProps = {
  label: string;
  /** Describes the accepted files to the reader. */
  about: string;
  /** Describes the accepted files to the browser, such as `image/png`. */
  accept: string;
  error?: string;
  disabled?: boolean;
  /** The file is being sent. */
  busy?: boolean;
  /** The label of the button, such as "Choose picture". */
  action?: string;
  onFile: (file: File) => void;
  /** Buttons beside the one that chooses. */
  others?: ReactNode;
  /** The current content. */
  children?: ReactNode;
};

/** Takes one file, chosen by a button or dropped. The caller decides whether it can be used. */
export function FileDrop({
  label,
  about,
  accept,
  error,
  disabled,
  busy,
  action = "Choose file",
  onFile,
  others,
  children,
}: FileDropProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (file: File | undefined) => {
    if (file && !disabled && !busy) onFile(file);
  };
  return (
    <div
      role="group"
      aria-labelledby={id}
      aria-describedby={`${id}-about`}
      className={cx(
        "grid content-start gap-3 rounded-card border border-dashed p-4 transition-colors",
        error ? "border-danger" : over ? "border-accent-text bg-accent-soft" : "border-line-strong",
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!disabled && !busy);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files[0]);
      }}
    >
      <div className="grid gap-0.5">
        <p id={id} className="text-sm font-medium">
          {label}
        </p>
        <p id={`${id}-about`} className="text-sm text-muted">
          {about}
        </p>
      </div>
      {children}
      {error && <FieldError>{error}</FieldError>}
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={input}
          type="file"
          accept={accept}
          aria-label={`File for: ${label}`}
          className="sr-only"
          tabIndex={-1}
          disabled={disabled || busy}
          onChange={({ target }) => {
            take(target.files?.[0]);
            target.value = "";
          }}
        />
        <Button icon="file" disabled={disabled} busy={busy} onClick={() => input.current?.click()}>
          {action}
        </Button>
        {others}
        {!disabled && <span className="text-sm text-muted max-md:hidden">or drop it here</span>}
      </div>
    </div>
  );
}
