import { useState, type ReactNode } from "react";
import { asApiError } from "../platform/api-error.ts";
import { loadSso } from "../platform/tokens.ts";
import { Button } from "../ui/button.tsx";
import type { IconName } from "../ui/icon.tsx";
import { Alert } from "../ui/alert.tsx";

type Props = {
  /** Whose own provider it is; otherwise the one that opened this session. */
  company?: string;
  icon?: IconName;
  children: ReactNode;
};

/** Leads to a provider and back to this screen, or says why it cannot. */
export function ProviderButton({ company, icon, children }: Props) {
  const [problem, setProblem] = useState<string>();
  async function leave() {
    setProblem(undefined);
    try {
      const { beginSso, sessionWay } = await loadSso();
      const way = company === undefined ? sessionWay() : { provider: "sso" as const, company };
      await beginSso({ ...way, target: location.pathname + location.search });
    } catch (error) {
      setProblem(asApiError(error).message);
    }
  }
  return (
    <div className="grid justify-items-start gap-3">
      {problem && (
        <Alert type="error" live>
          {problem}
        </Alert>
      )}
      <Button size="small" icon={icon} onClick={() => void leave()}>
        {children}
      </Button>
    </div>
  );
}
