import type { PsaCalls } from "@tradewind/contract/psa/psa.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { Alert } from "../../ui/alert.tsx";
import { StatusDot } from "../../ui/status.tsx";

type Outcome = ResultOf<PsaCalls["testConnection"]>;

/** Says how the test of a connection ended, right by right. */
export function ConnectionTest({ outcome: { succeeded, message, rights } }: { outcome: Outcome }) {
  return (
    <div className="grid gap-3">
      <Alert type={succeeded ? "success" : "error"} live>
        {message ?? (succeeded ? "The connection works." : "The keys work, but not everything can be read with them.")}
      </Alert>
      {rights.length > 0 && (
        <ul className="grid gap-2">
          {rights.map(({ name, missing }) => (
            <li key={name}>
              <StatusDot tone={missing === null ? "success" : "fail"}>{name}</StatusDot>
              {missing !== null && <p className="pl-6 text-sm text-muted">Missing. {missing}</p>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
