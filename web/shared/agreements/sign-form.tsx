import { agreements, type Agreement } from "@tradewind/contract/catalogue/agreements.ts";
import { fieldMessage } from "@tradewind/contract/validation.ts";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Card } from "../../ui/page.tsx";
import { SignaturePad, type Signature } from "../../ui/signature-pad.tsx";
import { Alert } from "../../ui/alert.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { asApiError } from "../../platform/api-error.ts";
import { useWrite } from "../../platform/queries.ts";
import { useSession } from "../../platform/session.ts";

type Problems = { Name?: string; JobTitle?: string; Signature?: string; unread?: string; whole?: string };
type SignFormProps = { agreement: Agreement; readToEnd: boolean; mayAgree: boolean; onSigned: () => void };

/** Asks who signs, in which role, and how: drawn or typed. */
export function SignForm({ agreement, readToEnd, mayAgree, onSigned }: SignFormProps) {
  const { User } = useSession();
  const [name, setName] = useState(User.displayName);
  const [jobTitle, setJobTitle] = useState("");
  const [signature, setSignature] = useState<Signature | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [refused, setRefused] = useState(false);
  const store = useWrite(agreements.storeSignature, { shown: true });
  const sign = useWrite(agreements.sign, { refreshes: ["agreements"], shown: true });
  const busy = store.isPending || sign.isPending;

  const fixed = (field: keyof Problems) => setProblems(({ [field]: _, ...rest }) => rest);
  const unread = readToEnd ? undefined : problems.unread;

  const submit = async () => {
    if (!mayAgree) return setRefused(true);
    const missing: Problems = {
      ...(name.trim() ? {} : { Name: "Name is required" }),
      ...(jobTitle.trim() ? {} : { JobTitle: "Job title is required" }),
      ...(signature ? {} : { Signature: "Signature is required" }),
      ...(readToEnd ? {} : { unread: "Read the agreement to its end before you sign" }),
    };
    setProblems(missing);
    if (Object.keys(missing).length > 0 || !signature) return;
    try {
      const image = signature.kind === "drawn" ? await store.mutateAsync({ body: { Image: signature.image } }) : null;
      await sign.mutateAsync({
        params: { agreementId: agreement.AgreementId },
        body: {
          Version: agreement.Version,
          TextHash: agreement.TextHash,
          ReadToEnd: true,
          Name: signature.kind === "typed" ? signature.name.trim() : name.trim(),
          JobTitle: jobTitle.trim(),
          SignatureImageId: image?.SignatureImageId ?? null,
        },
      });
      onSigned();
    } catch (error) {
      const { code, message, fields } = asApiError(error);
      if (code === "noPermissionToAgree") return setRefused(true);
      setProblems({
        ...(fields["Name"] ? { Name: fieldMessage(fields["Name"], "Name") } : {}),
        ...(fields["JobTitle"] ? { JobTitle: fieldMessage(fields["JobTitle"], "Job title") } : {}),
        ...(fields["Image"] ? { Signature: fields["Image"] } : {}),
        ...(Object.keys(fields).length > 0 ? {} : { whole: message }),
      });
    }
  };

  return (
    <Card title="Sign">
      <form
        noValidate
        className="grid gap-5 pt-3"
        onSubmit={(event) => {
          event.preventDefault();
          // An order shows this form over its own.
          event.stopPropagation();
          void submit();
        }}
      >
        <div className="grid gap-5 md:grid-cols-2">
          <TextField
            label="Name"
            autoComplete="name"
            maxLength={100}
            value={name}
            error={problems.Name}
            disabled={busy}
            onChange={(event) => {
              setName(event.target.value);
              fixed("Name");
            }}
          />
          <TextField
            label="Job title"
            autoComplete="organization-title"
            maxLength={100}
            value={jobTitle}
            error={problems.JobTitle}
            disabled={busy}
            onChange={(event) => {
              setJobTitle(event.target.value);
              fixed("JobTitle");
            }}
          />
        </div>
        <SignaturePad
          value={signature}
          onValue={(drawn) => {
            setSignature(drawn);
            fixed("Signature");
          }}
          error={problems.Signature}
          disabled={busy}
        />
        {(problems.whole ?? unread) && (
          <Alert type="error" live>
            {problems.whole ?? unread}
          </Alert>
        )}
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="max-w-prose text-sm text-muted">
            Your name, job title, signature, the time and your network address are kept with the signed document.
          </p>
          <Button type="submit" variant="primary" busy={busy} className="max-md:w-full">
            Sign agreement
          </Button>
        </div>
      </form>
      {refused && <NoPermission onClose={() => setRefused(false)} />}
    </Card>
  );
}

function NoPermission({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="No permission to agree"
      size="small"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="text-muted">
        You do not have permission to sign this for your company. Please ask an authorised user, usually the owner of
        the account, to review and sign it.
      </p>
    </Dialog>
  );
}
