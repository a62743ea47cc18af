import { Card } from "../../ui/page.tsx";
import { DensityChoice } from "../../shared/density-choice.tsx";

/** Sets how the portal looks to this person, in this browser only. */
export function AppearanceCard() {
  return (
    <Card title="Appearance" about="Saved in this browser. Choose light or dark in the footer of any page.">
      <DensityChoice />
    </Card>
  );
}
