import { useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { signOut } from "../../platform/api.ts";
import type { Session } from "../../platform/session.ts";
import { showPalette, usePaletteOpen } from "../../shared/palette.ts";
import { routes } from "../routes.ts";
import { asksBeforeSignOut, menusOf } from "./header.tsx";

const Palette = lazy(async () => ({ default: (await import("../../insight/search/palette.tsx")).Palette }));
const SignOutDialog = lazy(async () => ({ default: (await import("./sign-out-dialog.tsx")).SignOutDialog }));

/** The command palette, fetched when it is first asked for: by Ctrl or Command and K, or the header's search button. */
export function PaletteSlot({ session }: { session: Session }) {
  const open = usePaletteOpen();
  const { pathname } = useLocation();
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || event.shiftKey || event.altKey || event.ctrlKey === event.metaKey) return;
      event.preventDefault();
      // What is open above the page keeps its place.
      if (!document.querySelector("dialog[open]")) showPalette(true);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  const leave = () => (asksBeforeSignOut(pathname) ? setLeaving(true) : void signOut());
  return (
    <Suspense>
      {open && !session.MustSignNow && (
        <Palette session={session} routes={routes} menus={menusOf(session, leave)} onClose={() => showPalette(false)} />
      )}
      {leaving && <SignOutDialog onClose={() => setLeaving(false)} />}
    </Suspense>
  );
}
