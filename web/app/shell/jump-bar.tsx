import { auth } from "@tradewind/contract/access/auth.ts";
import { publicPages } from "@tradewind/contract/public-pages.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { asApiError } from "../../platform/api-error.ts";
import { call } from "../../platform/api.ts";
import { leave } from "../../platform/leave.ts";
import type { Session } from "../../platform/session.ts";
import { forget } from "../../platform/storage.ts";
import { beginLeaving, dropToken } from "../../platform/tokens.ts";

/** Says on every screen that staff are looking at somebody's portal, and ends it. */
export function JumpBar({ session }: { session: Session }) {
  const [busy, setBusy] = useState(false);
  async function end() {
    setBusy(true);
    try {
      const { Returned } = await call(auth.endVisit);
      beginLeaving();
      dropToken();
      forget();
      sessionStorage.clear();
      leave.to(Returned ? screens.people.path : publicPages.login);
    } catch (error) {
      const { message, reference } = asApiError(error);
      toast(message, { kind: "problem", reference });
      setBusy(false);
    }
  }
  return (
    <aside
      aria-label="Visit of staff"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b border-line bg-warning-soft px-4 py-2 text-ink"
    >
      <p>
        {session.JumpedBy}, you are in the portal of {session.User.displayName}. Everything you do is recorded under
        both names.
      </p>
      <Button size="small" busy={busy} onClick={() => void end()}>
        End visit
      </Button>
    </aside>
  );
}
