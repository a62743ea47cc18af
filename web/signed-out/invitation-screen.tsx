import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { publicPages } from "@tradewind/contract/public-pages.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { invitations } from "@tradewind/contract/access/invitations.ts";
import { useEffect, useState } from "react";
import { Button, buttonClass } from "../ui/button.tsx";
import { forgetProvider } from "../platform/forget-provider.ts";
import { leave } from "../platform/leave.ts";
import { ChangePasswordForm } from "../shared/change-password-form.tsx";
import { saidBy, sendTo, type Answered } from "../shared/password-calls.ts";
import { go } from "./address.ts";
import { SignInFrame } from "./frame.tsx";
import { requestToken } from "./sign-in-calls.ts";

type Invitation = ResultOf<typeof invitations.look>;

/** Moves the key from the address into the history entry, so that the page can be reloaded. */
function openedWith(): string | undefined {
  const state = history.state as { invitation?: string } | null;
  return location.pathname.split("/")[2] || state?.invitation;
}

/** Accepts an invitation from a mailed link: asks for a password and signs in. */
export function InvitationScreen() {
  const [key] = useState(openedWith);
  const [answer, setAnswer] = useState<Answered>();
  useEffect(() => {
    if (!key) return go(publicPages.login, { replace: true });
    if (location.pathname !== publicPages.invitation)
      go(publicPages.invitation, { state: { invitation: key }, replace: true });
    void look(key, setAnswer);
    return undefined;
  }, [key]);
  if (!key) return null;
  const invitation = answer?.ok ? (answer.body["Result"] as Invitation) : undefined;
  if (invitation?.HasLogin) return <Known keyOfLink={key} invitation={invitation} />;
  if (invitation) return <Welcome keyOfLink={key} invitation={invitation} />;
  const retry = () => {
    setAnswer(undefined);
    void look(key, setAnswer);
  };
  return answer ? <Refused answer={answer} onRetry={retry} /> : <Waiting />;
}

async function look(key: string, arrived: (answer: Answered) => void): Promise<void> {
  arrived(await sendTo("POST", "/api/auth/invitations/look", { body: { Key: key } }));
}

const Waiting = () => (
  <SignInFrame title="One moment" about={<span role="status">Your invitation is being checked.</span>}>
    {null}
  </SignInFrame>
);

function Refused({ answer, onRetry }: { answer: Answered; onRetry: () => void }) {
  const over = answer.status === 410 || answer.status === 400;
  return (
    <SignInFrame
      title={over ? "This invitation is no longer valid" : "The invitation could not be checked"}
      about={
        answer.status === 400
          ? "The address is incomplete. Open the link in the email again, or ask the sender for a new one."
          : saidBy(answer)
      }
    >
      <div className="flex flex-wrap gap-2">
        {!over && (
          <Button icon="refresh" onClick={onRetry}>
            Try again
          </Button>
        )}
        <a href={publicPages.login} className={buttonClass("primary")}>
          Go to sign in
        </a>
      </div>
    </SignInFrame>
  );
}

/** An existing user accepts by signing in. */
const Known = ({ keyOfLink, invitation: { Company, InvitedBy, UserName } }: WelcomeProps) => (
  <SignInFrame
    title={`Join ${Company}`}
    about={`${InvitedBy} invites you. You sign in here already as ${UserName}: your password stays as it is, and you switch between your companies under My Account.`}
  >
    <a href={linkTo(screens.joinCompany, { key: keyOfLink })} className={buttonClass("primary", "large")}>
      Sign in and join
    </a>
  </SignInFrame>
);

type WelcomeProps = { keyOfLink: string; invitation: Invitation };

function Welcome({ keyOfLink, invitation }: WelcomeProps) {
  const { Name, UserName, Company, InvitedBy, ExpiresAt } = invitation;

  /** Signs in with the new password and opens the portal; if more is required, the sign-in page asks for it. */
  async function enter(password: string) {
    const outcome = await requestToken({ username: UserName, password, datetime: new Date().toISOString() }).catch(
      () => undefined,
    );
    if (!outcome?.ok) return go(publicPages.signIn, { state: { username: UserName }, replace: true });
    forgetProvider();
    leave.to("/");
  }

  return (
    <SignInFrame
      title={`Welcome to ${Company}`}
      about={`${InvitedBy} invites you, ${Name}. Choose a password to join. The invitation is valid until ${formatDate(ExpiresAt)}.`}
    >
      <ChangePasswordForm
        userName={UserName}
        asksCurrent={false}
        action="Accept invitation"
        send={({ newPassword }) =>
          sendTo("POST", "/api/auth/invitations/accept", { body: { Key: keyOfLink, NewPassword: newPassword } })
        }
        onDone={({ newPassword }) => enter(newPassword)}
      />
    </SignInFrame>
  );
}
