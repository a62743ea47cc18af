import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";

type Props = {
  /** What the field is called in a sentence. */
  what: string;
  /** What the release says; undefined while it is the same. */
  shipped: string | undefined;
  onBack: () => void;
  children: ReactNode;
};

/** Shows below a field what the release says, where that differs, and goes back to it. */
export const WithShipped = ({ what, shipped, onBack, children }: Props) => (
  <div className="grid gap-1">
    {children}
    {shipped !== undefined && (
      <p className="text-sm text-muted wrap-anywhere">
        Shipped: {shipped === "" ? "nothing" : `“${shipped}”`}.{" "}
        <Button variant="link" aria-label={`Back to the shipped ${what}`} onClick={onBack}>
          Back
        </Button>
      </p>
    )}
  </div>
);
