import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { openConsole } from "./open-console.ts";

type ConsoleButtonProps = { text: string; instanceId: string; disabled: boolean; marks: Record<string, string> };

/** Opens a vendor's console, busy until it is there. */
export function ConsoleButton({ text, instanceId, disabled, marks }: ConsoleButtonProps) {
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    await openConsole(instanceId);
    setBusy(false);
  };
  return (
    <Button size="small" icon="external" disabled={disabled} busy={busy} {...marks} onClick={() => void open()}>
      {text}
    </Button>
  );
}
