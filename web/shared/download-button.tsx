import type { Endpoint, SentOf } from "@tradewind/contract/endpoint.ts";
import { useState } from "react";
import { Button, type ButtonSize, type ButtonVariant } from "../ui/button.tsx";
import { toast } from "../ui/toast.tsx";
import { asApiError } from "../platform/api-error.ts";
import { downloadFile } from "../platform/api.ts";

type DownloadProps<E> = {
  endpoint: E;
  sent: SentOf<E>;
  fileName: string;
  /** What a screen reader says, where several buttons have the same words. */
  label?: string;
  children: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
};

/** Fetches a file with the session's token and saves it under its name. */
export function DownloadButton<E extends Endpoint>({
  endpoint,
  sent,
  fileName,
  label,
  children,
  variant,
  size,
}: DownloadProps<E>) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await downloadFile(endpoint, sent, fileName).catch((error: unknown) =>
      toast(asApiError(error).message, { kind: "problem", reference: asApiError(error).reference }),
    );
    setBusy(false);
  };
  return (
    <Button variant={variant} size={size} icon="download" aria-label={label} busy={busy} onClick={() => void press()}>
      {children}
    </Button>
  );
}
