import { useState } from "react";
import { Checkbox } from "../../ui/choice.tsx";
import { Card } from "../../ui/page.tsx";
import { asksNotToBeTracked, hasOptedOut, setOptedOut } from "../../platform/usage.ts";

/** Asks whether this browser may report button presses. */
export function UsageCard() {
  const [out, setOut] = useState(hasOptedOut);
  const never = asksNotToBeTracked();
  return (
    <Card title="Usage data">
      <Checkbox
        label="Help improve the portal from this browser"
        hint={
          never
            ? "Your browser asks not to be tracked, so nothing is sent."
            : "If the marketplace collects usage data, it records which button was pressed on which page, under a reference instead of your name."
        }
        checked={!out && !never}
        disabled={never}
        onChange={({ target }) => {
          setOptedOut(!target.checked);
          setOut(!target.checked);
        }}
      />
    </Card>
  );
}
