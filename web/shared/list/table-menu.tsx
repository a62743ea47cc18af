import { lazy, Suspense, useId } from "react";
import { IconButton } from "../../ui/button.tsx";
import { usePopover } from "../../ui/popover.ts";
import type { ColumnChoice } from "./column-choice.ts";
import type { RowsFile } from "./rows-file.ts";

const Panel = lazy(async () => ({ default: (await import("./table-menu-panel.tsx")).TableMenuPanel }));

type TableMenuProps = { choice: ColumnChoice; csv?: RowsFile };

/** Chooses a table's columns and row height, and downloads its rows. */
export function TableMenu({ choice, csv }: TableMenuProps) {
  const id = useId();
  const { open, anchor, panel, onToggle, reposition } = usePopover("end");
  return (
    <span ref={(element) => void (anchor.current = element)} className="inline-flex">
      <IconButton
        icon="settings"
        label="Table settings"
        variant="secondary"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={open}
      />
      <div
        id={id}
        ref={panel}
        popover="auto"
        role="dialog"
        aria-label="Table settings"
        className="popover w-64"
        onToggle={(event) => onToggle(event.nativeEvent)}
      >
        {open && (
          <Suspense fallback={<div className="h-40" />}>
            <Panel choice={choice} csv={csv} onClose={() => panel.current?.hidePopover()} onDrawn={reposition} />
          </Suspense>
        )}
      </div>
    </span>
  );
}
