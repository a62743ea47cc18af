import { ConfirmDialog } from "../../ui/dialog.tsx";
import { signOut } from "../../platform/api.ts";

/** Asks before signing out of a page that holds something unsaved. */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const leave = () => {
    // The page's own question about leaving was answered here.
    addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), { capture: true });
    void signOut();
  };
  return (
    <ConfirmDialog title="Sign out?" action="Sign out" danger onConfirm={leave} onClose={onClose}>
      What you entered on this page has not been saved and will be lost.
    </ConfirmDialog>
  );
}
