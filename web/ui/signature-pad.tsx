import { useEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Segmented } from "./choice.tsx";
import { TextField } from "./text-field.tsx";

/** A drawn signature is a PNG data URL; a typed one is the name. */
export type Signature = { kind: "drawn"; image: string } | { kind: "typed"; name: string };

type SignaturePadProps = {
  value: Signature | null;
  onValue: (signature: Signature | null) => void;
  disabled?: boolean;
  error?: string;
};

const ways = [
  { value: "drawn", label: "Draw" },
  { value: "typed", label: "Type" },
] as const;

/** Takes a signature drawn with pointer, finger or pen, or typed by people who cannot draw. */
export function SignaturePad({ value, onValue, disabled, error }: SignaturePadProps) {
  const [way, setWay] = useState<"drawn" | "typed">(value?.kind ?? "drawn");
  return (
    <div className="grid gap-3">
      <Segmented
        label="Signature"
        choices={ways}
        value={way}
        disabled={disabled}
        onValue={(next) => {
          setWay(next);
          onValue(null);
        }}
      />
      {way === "drawn" ? (
        <Drawing onValue={onValue} disabled={disabled} error={error} />
      ) : (
        <>
          <TextField
            label="Type your full name"
            autoComplete="name"
            maxLength={100}
            error={error}
            disabled={disabled}
            value={value?.kind === "typed" ? value.name : ""}
            onChange={(event) =>
              onValue(event.target.value.trim() === "" ? null : { kind: "typed", name: event.target.value })
            }
          />
          {value?.kind === "typed" && (
            <p className="truncate rounded-control border border-line bg-surface px-4 py-5 font-hand text-2xl">
              {value.name}
            </p>
          )}
        </>
      )}
    </div>
  );
}

function Drawing({ onValue, disabled, error }: Pick<SignaturePadProps, "onValue" | "disabled" | "error">) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const clear = useRef<() => void>(undefined);
  const report = useRef(onValue);
  report.current = onValue;
  useEffect(() => {
    let stop: (() => void) | undefined;
    let gone = false;
    void import("signature_pad").then(({ default: Pad }) => {
      const element = canvas.current;
      if (!element || gone) return;
      const scale = Math.max(1, devicePixelRatio);
      element.width = element.offsetWidth * scale;
      element.height = element.offsetHeight * scale;
      element.getContext("2d")?.scale(scale, scale);
      const pad = new Pad(element, { penColor: "#14171c", minWidth: 0.8, maxWidth: 2.4 });
      pad.addEventListener("endStroke", () => report.current({ kind: "drawn", image: pad.toDataURL("image/png") }));
      clear.current = () => {
        pad.clear();
        report.current(null);
      };
      stop = () => pad.off();
    });
    return () => {
      gone = true;
      stop?.();
    };
  }, []);
  return (
    <div className="grid gap-1.5">
      <div className="relative">
        <canvas
          ref={canvas}
          role="img"
          aria-label="Area to draw your signature in; use Type if you cannot draw"
          className={`h-40 w-full touch-none rounded-control border border-line-strong bg-[#ffffff] ${disabled ? "pointer-events-none opacity-60" : ""}`}
        />
        <Button
          size="small"
          variant="secondary"
          className="absolute! top-2 right-2"
          onClick={() => clear.current?.()}
          disabled={disabled}
        >
          Clear
        </Button>
      </div>
      <p className={`text-sm ${error ? "text-danger" : "text-muted"}`} role={error ? "alert" : undefined}>
        {error ?? "Sign in the box with your mouse, finger or pen."}
      </p>
    </div>
  );
}
