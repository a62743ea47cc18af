import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "../ui/dialog.tsx";

/** Confirms leaving a page with unsaved answers, whether by a link, the browser's buttons or closing the tab. */
export function LeaveGuard({ when }: { when: () => boolean }) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && when(),
    enableBeforeUnload: when,
    withResolver: true,
  });
  if (leaving.status !== "blocked") return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      action="Leave"
      danger
      onConfirm={() => leaving.proceed()}
      onClose={() => leaving.reset()}
    >
      What you entered so far has not been saved and will be lost.
    </ConfirmDialog>
  );
}
