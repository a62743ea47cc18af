import { psaNames, type PsaType } from "@tradewind/domain/psa/sync.ts";
import { useId, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { Card } from "../../ui/page.tsx";
import { guides } from "./guide.data.ts";

/** Says how a PSA is connected on its side, once opened. */
export function IntegrationGuide({ type }: { type: PsaType }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { steps, ending } = guides[type];
  const name = psaNames[type];
  return (
    <Card
      title={`How to connect ${name}`}
      about="In five steps"
      actions={
        <IconButton
          icon={isOpen ? "minus" : "add"}
          label={isOpen ? "Close the guide" : "Open the guide"}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        />
      }
    >
      <div id={id} hidden={!isOpen}>
        <ol className="grid list-decimal gap-3 pl-5">
          {steps.map(({ heading, paragraph }) => (
            <li key={heading}>
              <h3 className="font-medium">{heading}</h3>
              <p className="text-muted">{paragraph}</p>
            </li>
          ))}
        </ol>
        <p className="pt-3">{ending}</p>
      </div>
    </Card>
  );
}
