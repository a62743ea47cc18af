import { Button } from "../../ui/button.tsx";

type SaveBarProps = {
  isChanged: boolean;
  busy: boolean;
  failure: { title: string; reason: string } | null;
  onSave: () => void;
  onCancel: () => void;
};

/** Saves a working copy or gives it up, and says how that stands. It leaves room for what floats in the corner. */
export function SaveBar({ isChanged, busy, failure, onSave, onCancel }: SaveBarProps) {
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 border-t border-line bg-canvas py-3 pr-28">
      <Button variant="primary" disabled={!isChanged} busy={busy} onClick={onSave}>
        Save
      </Button>
      <Button disabled={!isChanged || busy} onClick={onCancel}>
        Cancel
      </Button>
      {isChanged && (
        <p role="status" className="font-medium text-danger">
          You have unsaved changes
        </p>
      )}
      {failure && (
        <div role="alert" className="text-danger">
          <p className="font-medium">{failure.title}</p>
          {failure.reason && <p className="text-sm">{failure.reason}</p>}
        </div>
      )}
    </div>
  );
}
