import { Suspense, useState, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";

type Props = { label?: string; size?: "small"; children: (onClose: () => void) => ReactNode };

/** Opens a dialog that shows how something was. */
export function AsOfButton({ label = "As it was on…", size, children }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size={size} icon="calendar" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && <Suspense fallback={null}>{children(() => setOpen(false))}</Suspense>}
    </>
  );
}
