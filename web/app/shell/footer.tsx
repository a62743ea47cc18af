import { useState } from "react";
import { Segmented } from "../../ui/choice.tsx";
import { chooseScheme, chosenScheme, type SchemeChoice } from "../../platform/theme.ts";

const choices = [
  { value: "default", label: "Auto" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

export function Footer({ partner }: { partner: SchemeChoice }) {
  const [scheme, setScheme] = useState(chosenScheme);
  return (
    <footer className="border-t border-line bg-surface">
      <div className="mx-auto flex w-full max-w-[1440px] flex-wrap items-center justify-between gap-4 px-4 py-5 text-sm text-muted md:px-6">
        <p>Tradewind Distribution Ltd, registered in England and Wales</p>
        <Segmented
          label="Colour scheme"
          quietLabel
          choices={choices}
          value={scheme}
          onValue={(choice) => {
            chooseScheme(choice, partner);
            setScheme(choice);
          }}
        />
      </div>
    </footer>
  );
}
