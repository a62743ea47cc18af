import type { ReactNode } from "react";

type MessagePageProps = { code?: string; title: string; children: ReactNode; actions: ReactNode };

/** Shows a message as a page: not found, access denied, permission error. */
export function MessagePage({ code, title, children, actions }: MessagePageProps) {
  return (
    <div className="grid min-h-[70dvh] content-center justify-items-center gap-2 px-6 py-16 text-center">
      {code && <p className="figures text-md font-semibold text-accent-text">{code}</p>}
      <h1 className="text-2xl">{title}</h1>
      <div className="max-w-md text-md text-muted">{children}</div>
      <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div>
    </div>
  );
}
