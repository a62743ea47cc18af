import { lazy, Suspense, useState, type ReactNode } from "react";
import { hostBrand } from "../platform/theme.ts";
import type { Popup } from "./footer-popups.tsx";
import { Logo } from "../shared/logo.tsx";

const Wind = lazy(async () => ({ default: (await import("./wind.tsx")).Wind }));

const FooterPopup = lazy(async () => ({ default: (await import("./footer-popups.tsx")).FooterPopup }));

/** Shows the form on the left; from 1024 px the wind on the right. */
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
        <SignInFooter />
      </div>
      <div aria-hidden="true" className="sticky top-0 h-dvh overflow-hidden bg-[#101840] max-lg:hidden">
        <Suspense>
          <Wind />
        </Suspense>
      </div>
    </div>
  );
}

const footerLinks: readonly (readonly [Popup, string])[] = [
  ["privacy", "Privacy and cookies policy"],
  ["terms", "Terms and conditions"],
  ["company", "Company details"],
];

function SignInFooter() {
  const [popup, setPopup] = useState<Popup>();
  return (
    <>
      <footer className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        {footerLinks.map(([id, label]) => (
          <button
            key={id}
            type="button"
            className="min-h-6 rounded-control underline-offset-4 hover:text-ink hover:underline"
            onClick={() => setPopup(id)}
          >
            {label}
          </button>
        ))}
      </footer>
      <Suspense>{popup && <FooterPopup popup={popup} onClose={() => setPopup(undefined)} />}</Suspense>
    </>
  );
}
