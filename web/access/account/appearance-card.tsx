import { Card } from "../../ui/page.tsx";
import { DensityChoice } from "../../shared/density-choice.tsx";

/** Sets how the portal looks to this person, in this browser only. */
export function AppearanceCard() {
  return (
    <Card title="Appearance" about="Kept in this browser. Light or dark is chosen at the foot of every page.">
      <DensityChoice />
    </Card>
  );
}
