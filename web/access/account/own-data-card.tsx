import { lazy, Suspense, useState } from "react";
import { useSession } from "../../platform/session.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page.tsx";

const ExportDataDialog = lazy(async () => ({
  default: (await import("../../shared/users/privacy-dialogs.tsx")).ExportDataDialog,
}));

/** Gives people what the portal holds about them. */
export function OwnDataCard() {
  const isStaff = useSession().User.Kind === "admin";
  const [asking, setAsking] = useState(false);
  return (
    <Card title="Your data">
      <div className="grid justify-items-start gap-3">
        <p className="text-muted">
          Download everything that the portal holds about you. To have it erased, ask{" "}
          {isStaff
            ? "whoever runs the portal’s servers: staff are erased by a command."
            : "whoever manages users in your company."}
        </p>
        <Button icon="download" onClick={() => setAsking(true)}>
          Download your data
        </Button>
      </div>
      <Suspense fallback={null}>{asking && <ExportDataDialog whose="own" onClose={() => setAsking(false)} />}</Suspense>
    </Card>
  );
}
