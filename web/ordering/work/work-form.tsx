import { useId } from "react";
import { Alert } from "../../ui/alert.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";

type FormProps = {
  title: string;
  subtitle: string;
  action: string;
  danger?: boolean;
  busy: boolean;
  problem: string | undefined;
  onSend: () => void;
  onClose: () => void;
  children: React.ReactNode;
};

/** Frames the questions of one step of work. */
export function WorkForm({ title, subtitle, action, danger, busy, problem, onSend, onClose, children }: FormProps) {
  const id = useId();
  return (
    <TaskDialog
      title={title}
      subtitle={subtitle}
      size="small"
      onClose={onClose}
      action={action}
      danger={danger}
      form={id}
      busy={busy}
    >
      <form
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSend();
        }}
      >
        {problem && (
          <Alert type="error" live>
            {problem}
          </Alert>
        )}
        {children}
      </form>
    </TaskDialog>
  );
}
