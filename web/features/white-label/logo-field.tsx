import { useId, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { FieldError } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { readLogo } from "./read-logo.ts";

type Props = {
  label: string;
  about: string;
  /** Address of the picture; null where there is none of its own. */
  picture: string | null;
  error: string | undefined;
  disabled?: boolean;
  /** What removing it means, such as "Remove". */
  removal: string;
  onPicture: (address: string | null) => void;
};

/** A picture, as it stands on light and on dark ground, and the way to choose another: by button or by dropping a file. */
export function LogoField({ label, about, picture, error, disabled, removal, onPicture }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<string>();
  const [over, setOver] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file || disabled) return;
    try {
      onPicture(await readLogo(file));
      setWrong(undefined);
    } catch (fault) {
      setWrong((fault as Error).message);
    }
  };
  const fault = wrong ?? error;
  return (
    <div
      role="group"
      aria-labelledby={id}
      aria-describedby={`${id}-about`}
      className={cx("grid gap-2 rounded-card", over && "outline-2 outline-offset-4 outline-accent-text")}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer.files[0]);
      }}
    >
      <p id={id} className="text-sm font-medium">
        {label}
      </p>
      <div className="flex flex-wrap gap-2">
        <Ground scheme="light" picture={picture} />
        <Ground scheme="dark" picture={picture} />
      </div>
      {fault && <FieldError>{fault}</FieldError>}
      <p id={`${id}-about`} className="text-sm text-muted">
        {about}
      </p>
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          type="file"
          accept="image/png,image/svg+xml"
          aria-label={`File for: ${label}`}
          className="sr-only"
          tabIndex={-1}
          disabled={disabled}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        <Button icon="file" disabled={disabled} onClick={() => input.current?.click()}>
          {picture ? "Choose another" : "Choose picture"}
        </Button>
        {picture && (
          <Button
            variant="light"
            onClick={() => {
              setWrong(undefined);
              onPicture(null);
            }}
          >
            {removal}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The box a logo may fill, 163 by 48, with a margin around it. */
function Ground({ scheme, picture }: { scheme: "light" | "dark"; picture: string | null }) {
  return (
    <div
      style={{ colorScheme: scheme }}
      className="grid h-[66px] w-[181px] place-items-center rounded-control border border-line bg-surface text-muted"
    >
      {picture ? (
        <img src={picture} alt={`On ${scheme}`} className="max-h-[48px] max-w-[163px]" />
      ) : (
        <span className="flex items-center gap-1.5 text-sm">
          <Icon name="none" size={14} /> No picture
        </span>
      )}
    </div>
  );
}
