import { lazy, Suspense, type ReactNode } from "react";
import { hostBrand } from "../platform/theme.ts";
import { Logo } from "../shared/logo.tsx";

const Wind = lazy(async () => ({ default: (await import("./wind.tsx")).Wind }));

/** The form on the left; from 1024 px the wind on the right. */
export function SignInFrame({ title, about, children }: { title: string; about: ReactNode; children: ReactNode }) {
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(480px,1fr)_minmax(0,1.1fr)]">
      <div className="flex flex-col px-6 py-6 md:px-12 md:py-10">
        <header>
          <Logo {...hostBrand} />
        </header>
        <main className="mx-auto grid w-full max-w-96 flex-1 content-center gap-8 py-12">
          <div className="grid gap-2">
            <h1 className="text-2xl tracking-tight">{title}</h1>
            <p className="text-md text-muted">{about}</p>
          </div>
          {children}
        </main>
        <footer className="text-sm text-muted">Tradewind Distribution Ltd</footer>
      </div>
      <div aria-hidden="true" className="sticky top-0 h-dvh overflow-hidden bg-[#101840] max-lg:hidden">
        <Suspense>
          <Wind />
        </Suspense>
      </div>
    </div>
  );
}
