import { useState } from "react";
import { Segmented } from "../ui/choice.tsx";
import { chosenDensity, chooseDensity } from "../platform/density.ts";

const choices = [
  { value: "comfortable", label: "Comfortable" },
  { value: "compact", label: "Compact" },
] as const;

/** Chooses rows of 44 px or of 36 px for every table. */
export function DensityChoice() {
  const [density, setDensity] = useState(chosenDensity);
  return (
    <Segmented
      label="Row height"
      choices={choices}
      value={density}
      onValue={(choice) => {
        chooseDensity(choice);
        setDensity(choice);
      }}
    />
  );
}
