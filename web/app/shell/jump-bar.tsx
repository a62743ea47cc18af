import { Button } from "../../ui/button.tsx";
import { signOut } from "../../platform/api.ts";
import type { Session } from "../../platform/session.ts";

/** Says on every screen that staff are looking at somebody's portal, and ends it. */
export function JumpBar({ session }: { session: Session }) {
  return (
    <aside
      aria-label="Visit of staff"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b border-line bg-warning-soft px-4 py-2 text-ink"
    >
      <p>
        {session.JumpedBy}, you are in the portal of {session.User.displayName}. Everything you do is recorded under
        both names.
      </p>
      <Button size="small" onClick={() => void signOut()}>
        End visit
      </Button>
    </aside>
  );
}
