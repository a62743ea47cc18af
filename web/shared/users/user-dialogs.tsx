import { mfa } from "@tradewind/contract/access/mfa.ts";
import { passwords } from "@tradewind/contract/access/passwords.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { users } from "@tradewind/contract/access/users.ts";
import type { UserAction } from "@tradewind/domain/access/users.ts";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useWrite } from "../../platform/queries.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { ProofDialog } from "../proof-dialog.tsx";
import { GivePasswordDialog } from "./give-password-dialog.tsx";
import { EraseDialog, ExportDataDialog } from "./privacy-dialogs.tsx";
import { RemoveUserDialog } from "./remove-user-dialog.tsx";
import type { Doing } from "./user-actions.ts";
import { VerifyCodeDialog } from "./verify-code-dialog.tsx";

type Props = { doing: Doing; onClose: () => void };
const refreshes = ["users"];

/** Confirms an action on another person and performs it. */
export function UserDialogs({ doing, onClose }: Props) {
  const { action, user } = doing;
  if (action === "givePassword") return <GivePasswordDialog user={user} onClose={onClose} />;
  if (action === "verifyCode") return <VerifyCodeDialog user={user} onClose={onClose} />;
  if (action === "resetMfa") return <ResetMfaDialog doing={doing} onClose={onClose} />;
  const whose = { name: user.Name, userId: user.Id };
  if (action === "exportData") return <ExportDataDialog whose={whose} onClose={onClose} />;
  if (action === "remove") return <RemoveUserDialog user={user} onClose={onClose} />;
  if (action === "erase") return <EraseUserDialog whose={whose} onClose={onClose} />;
  return <Confirm doing={doing} asked={questions[action]} onClose={onClose} />;
}

/** From the person's own page, which is no more, leads back to the list. */
function EraseUserDialog({ whose, onClose }: { whose: { name: string; userId: string }; onClose: () => void }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const leave = () => {
    onClose();
    if (pathname.endsWith(whose.userId)) void navigate({ to: screens.manageAccess.path });
  };
  return <EraseDialog whose={whose} refreshes={refreshes} onErased={leave} onClose={onClose} />;
}

const questions = {
  invite: {
    endpoint: users.invite,
    title: (name: string) => `Invite ${name} to sign in?`,
    text: "They are sent a link, valid for seven days, by which they choose a password and sign in with their email address.",
    verb: "Send invitation",
    done: (name: string) => `An invitation was sent to ${name}`,
  },
  mailReset: {
    endpoint: passwords.resetFor,
    title: (name: string) => `Send ${name} a password reset email?`,
    text: "They receive a link to choose a new password, valid for an hour. Their current password works until then.",
    verb: "Send email",
    done: (name: string) => `An email was sent to ${name}`,
  },
  requireReset: {
    endpoint: users.requireReset,
    title: (name: string) => `Require ${name} to choose a new password?`,
    text: "They are signed out now. At their next sign-in they enter their current password and choose a new one.",
    verb: "Require new password",
    done: (name: string) => `${name} chooses a new password at the next sign-in`,
  },
  askProvider: {
    endpoint: passwords.resetSso,
    title: (name: string) => `Ask ${name} to renew their password?`,
    text: "They sign in through their organisation’s provider, which manages their password. They are signed out here and asked by email.",
    verb: "Ask by email",
    done: (name: string) => `${name} was asked by email`,
  },
  endSessions: {
    endpoint: users.endSessions,
    title: (name: string) => `End all sessions of ${name}?`,
    text: "They are signed out of your company on every device at once, and can sign in again.",
    verb: "End sessions",
    done: (name: string) => `${name} was signed out everywhere`,
  },
  suspend: {
    endpoint: users.suspend,
    title: (name: string) => `Suspend ${name}?`,
    text: "They are signed out at once and cannot sign in until you reactivate them. Nothing is deleted.",
    verb: "Suspend",
    done: (name: string) => `${name} was suspended`,
    danger: true,
  },
  reactivate: {
    endpoint: users.reactivate,
    title: (name: string) => `Reactivate ${name}?`,
    text: "They can sign in again, with the same rights as before.",
    verb: "Reactivate",
    done: (name: string) => `${name} can sign in again`,
  },
} as const satisfies Partial<Record<UserAction, object>>;

type Question = (typeof questions)[keyof typeof questions];

function Confirm({ doing, asked, onClose }: Props & { asked: Question }) {
  const { user } = doing;
  const write = useWrite<Question["endpoint"]>(asked.endpoint, {
    refreshes,
    onDone: () => {
      toast(asked.done(user.Name));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={asked.title(user.Name)}
      action={asked.verb}
      danger={"danger" in asked}
      busy={write.isPending}
      onConfirm={() => write.mutate({ params: { userId: user.Id } })}
      onClose={onClose}
    >
      {asked.text}
    </ConfirmDialog>
  );
}

/** The reset-mfa popup for another person: the caller first proves their own identity. */
function ResetMfaDialog({ doing, onClose }: Props) {
  const { user } = doing;
  const reset = useWrite(mfa.disableForUser, {
    refreshes,
    shown: true,
    onDone: () => {
      toast(`Multi-factor authentication of ${user.Name} was reset`);
      onClose();
    },
  });
  return (
    <ProofDialog
      title={`Reset multi-factor authentication of ${user.Name}?`}
      action="Reset"
      danger
      onClose={onClose}
      onProven={() => reset.mutateAsync({ params: { userId: user.Id } })}
    >
      Their app and all their passkeys are removed, and their recovery codes no longer work: the next sign-in needs the
      password alone. They are signed out everywhere. Make sure that it is {user.Name} who asks.
    </ProofDialog>
  );
}
