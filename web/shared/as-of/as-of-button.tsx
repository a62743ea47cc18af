import { Suspense, useState, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";

/** Opens a dialog that shows how something was. */
export function AsOfButton({ children }: { children: (onClose: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="calendar" onClick={() => setOpen(true)}>
        As it was on…
      </Button>
      {open && <Suspense fallback={null}>{children(() => setOpen(false))}</Suspense>}
    </>
  );
}
