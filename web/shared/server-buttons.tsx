import type { ServiceButton } from "@tradewind/contract/ordering/my-services.ts";
import type { PopupModel } from "@tradewind/contract/catalogue/forms.ts";
import { lazy, Suspense, useState } from "react";
import { Button, buttonClass } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { ConsoleButton } from "./console-button.tsx";
import { appLink } from "./link-render.tsx";

const SchemaPopup = lazy(async () => ({ default: (await import("./schema/schema-popup.tsx")).SchemaPopup }));

/** Buttons as the server describes them: each opens a popup of the server's, a page of the portal or a vendor's console. */
export function ServerButtons({ buttons }: { buttons: readonly ServiceButton[] }) {
  const [open, setOpen] = useState<{ model: PopupModel; action: string }>();
  return (
    <div className="flex flex-wrap gap-2">
      {buttons.map((button) => {
        const { Data } = button;
        const icon = button.Style === "add" ? "add" : "edit";
        const marks = { "data-testid": button.DataTestId, "data-style": button.Style };
        if (Data.PopUp === "Console")
          return (
            <ConsoleButton
              key={button.Action}
              text={button.Text}
              instanceId={Data.Payload.InstanceId}
              disabled={button.IsDisabled}
              marks={marks}
            />
          );
        return Data.PopUp === "Page" && !button.IsDisabled ? (
          <span key={button.Action} {...marks}>
            {appLink({
              href: Data.Payload.Address,
              className: buttonClass("secondary", "small"),
              onClick: () => {},
              children: (
                <>
                  <Icon name={icon} />
                  {button.Text}
                </>
              ),
            })}
          </span>
        ) : (
          <Button
            key={button.Action}
            size="small"
            icon={icon}
            disabled={button.IsDisabled}
            {...marks}
            onClick={() => Data.PopUp === "SchemaPopup" && setOpen({ model: Data.Payload, action: button.Text })}
          >
            {button.Text}
          </Button>
        );
      })}
      {open && (
        <Suspense fallback={null}>
          <SchemaPopup {...open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </div>
  );
}
