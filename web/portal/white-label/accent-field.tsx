import { isAccent } from "@tradewind/domain/portal/accent.ts";
import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { contrastWords } from "./contrast-words.ts";

const palette = [
  { name: "Indigo", hex: "#3a53d0" },
  { name: "Navy", hex: "#101840" },
  { name: "Teal", hex: "#0b7a75" },
  { name: "Green", hex: "#1b7f3b" },
  { name: "Yellow", hex: "#ffd400" },
  { name: "Orange", hex: "#c2410c" },
  { name: "Crimson", hex: "#b4163c" },
  { name: "Violet", hex: "#6d3fc0" },
] as const;

/** Normalises a typed colour: with or without #, in capitals or not. */
const tidy = (typed: string) => {
  const text = typed.trim();
  return /^[0-9a-f]{6}$/i.test(text) ? `#${text}` : text;
};

type Props = {
  /** As typed. */
  value: string;
  /** The last valid colour. */
  shown: string;
  error: string | undefined;
  onValue: (accent: string) => void;
};

export function AccentField({ value, shown, error, onValue }: Props) {
  return (
    <div className="grid gap-4">
      <div className="flex items-start gap-3">
        <TextField
          label="Accent"
          className="w-full max-w-48"
          value={value}
          spellCheck={false}
          autoComplete="off"
          error={error}
          hint="For example #3a53d0"
          onChange={(event) => onValue(tidy(event.target.value))}
        />
        <input
          type="color"
          aria-label="Pick the accent"
          className="mt-[25px] size-9 shrink-0 cursor-pointer rounded-control border border-line-strong bg-surface p-1 max-md:size-11"
          value={isAccent(value) ? value.toLowerCase() : shown}
          onChange={(event) => onValue(event.target.value)}
        />
      </div>
      <div role="group" aria-label="Suggested accents" className="flex flex-wrap gap-2">
        {palette.map(({ name, hex }) => {
          const chosen = value.toLowerCase() === hex;
          return (
            <button
              key={hex}
              type="button"
              aria-label={name}
              aria-pressed={chosen}
              title={name}
              style={{ background: hex }}
              className={cx(
                "size-8 rounded-full border border-line-strong max-md:size-11",
                chosen && "outline-2 outline-offset-2 outline-ink",
              )}
              onClick={() => onValue(hex)}
            />
          );
        })}
      </div>
      <Contrast accent={shown} />
    </div>
  );
}

function Contrast({ accent }: { accent: string }) {
  return (
    <ul aria-label="Contrast" aria-live="polite" className="grid gap-2 text-sm">
      {(["light", "dark"] as const).map((scheme) => {
        const { legible, text, button } = contrastWords(accent, scheme);
        return (
          <li key={scheme} className="flex items-start gap-2">
            <Icon
              name={legible ? "checkCircle" : "info"}
              className={cx("mt-0.5", legible ? "text-success" : "text-info")}
            />
            <span>
              {text} <span className="text-muted">{button}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
