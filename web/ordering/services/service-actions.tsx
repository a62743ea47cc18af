import type { ActionButton } from "@tradewind/contract/catalogue/forms.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page.tsx";
import { serviceButtonsQuery } from "../forms/forms.queries.ts";

const SchemaPopup = lazy(async () => ({ default: (await import("../../shared/schema/schema-popup.tsx")).SchemaPopup }));

/** Shows a service's actions other than ordering: buttons from the server, each opening a popup from the server. */
export function ServiceActions({ instanceId }: { instanceId: string }) {
  const { data: buttons } = useQuery(serviceButtonsQuery(instanceId));
  const [open, setOpen] = useState<ActionButton>();
  if (!buttons || buttons.length === 0) return null;
  return (
    <Card title="Settings">
      <div className="flex flex-wrap gap-2 max-md:*:w-full">
        {buttons.map((button) => (
          <Button
            key={button.Action}
            icon={button.Style === "add" ? "add" : "edit"}
            disabled={button.IsDisabled}
            data-testid={button.DataTestId}
            data-style={button.Style}
            onClick={() => setOpen(button)}
          >
            {button.Text}
          </Button>
        ))}
      </div>
      {open && (
        <Suspense fallback={null}>
          <SchemaPopup model={open.Data.Payload} action={open.Text} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </Card>
  );
}
