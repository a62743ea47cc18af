import type { NumberPort } from "@tradewind/contract/ordering/number-ports.ts";
import { portLetters } from "@tradewind/contract/ordering/port-letters.ts";
import { lazy, Suspense, useState } from "react";
import { DownloadButton } from "../../shared/download-button.tsx";
import { isLetterThere, LetterState } from "../../shared/letter-state.tsx";
import { Button } from "../../ui/button.tsx";

const LetterDialog = lazy(async () => ({ default: (await import("./letter-dialog.tsx")).LetterDialog }));

/** Shows the letter of authority of a port: one to sign, and the signed one, which is replaced until the port was sent. */
export function PortLetter({ item, mayChange }: { item: NumberPort; mayChange: boolean }) {
  const [uploading, setUploading] = useState(false);
  const params = { numberPortId: item.Id };
  const isOpen = item.State === "requested";
  if (!isOpen && !item.Letter) return null;
  const isThere = isLetterThere(item.Letter);
  const action = item.Letter ? "Replace letter" : "Upload signed letter";
  return (
    <div className="mt-1 grid gap-2">
      {isOpen && !isThere && item.Letter?.Scan !== "waiting" && (
        <p className="max-w-prose text-sm text-muted">
          {item.SignedBy} signs the letter of authority for the customer. The numbers are asked for at {item.Provider}{" "}
          once the signed letter is here.
        </p>
      )}
      <LetterState item={item} endpoint={portLetters.download} sent={{ params }}>
        {isOpen && (
          <>
            <DownloadButton
              size="small"
              endpoint={portLetters.form}
              sent={{ params }}
              fileName={`letter-of-authority-${item.Number}.pdf`}
              label={`Letter to sign for ${item.Number}`}
            >
              Letter to sign
            </DownloadButton>
            {mayChange && (
              <Button
                size="small"
                icon="file"
                aria-label={`${action} of ${item.Number}`}
                onClick={() => setUploading(true)}
              >
                {action}
              </Button>
            )}
          </>
        )}
      </LetterState>
      {uploading && (
        <Suspense fallback={null}>
          <LetterDialog item={item} onClose={() => setUploading(false)} />
        </Suspense>
      )}
    </div>
  );
}
