import { publicPages } from "@tradewind/contract/public-pages.ts";
import { handOff } from "../../platform/hand-off.ts";
import { useSession } from "../../platform/session.ts";
import { forget } from "../../platform/storage.ts";
import { accessToken, dropToken, endSession } from "../../platform/tokens.ts";
import { ChangePasswordForm } from "../../shared/change-password-form.tsx";
import { sendChange } from "../../shared/password-calls.ts";
import { Card, PageHeader } from "../../ui/page.tsx";
import { Alert } from "../../ui/alert.tsx";

/** Changes the signed-in person's password and ends all their sessions, including this one. */
export function ChangeOwnPasswordScreen() {
  const { User, SignIn, JumpedBy } = useSession();
  const { userName, userType, displayName } = User;
  if (JumpedBy || !SignIn.HasPassword)
    return (
      <div className="mx-auto w-full max-w-lg">
        <PageHeader title="Change password" />
        {JumpedBy ? (
          <Alert type="info" title={`Only ${displayName} can change this password`}>
            You are visiting their portal.
          </Alert>
        ) : (
          <Alert type="info" title="You have no password here">
            You sign in through your organisation’s own provider. Change your password there.
          </Alert>
        )}
      </div>
    );
  return (
    <div className="mx-auto w-full max-w-lg">
      <PageHeader
        title="Change password"
        about="You then sign in again with the new password, here and everywhere else."
      />
      <Card>
        <div className="pt-2">
          <ChangePasswordForm
            userName={userName}
            asksCurrent
            send={async (chosen) => {
              // A wrong current password returns 401 too, but must not end the session as other 401s do.
              const answer = await sendChange({ key: null, userName, userType, ...chosen }, await accessToken());
              if (answer.body.Error === "notSignedIn") endSession();
              return answer;
            }}
            onDone={() => {
              dropToken();
              forget();
              handOff("passwordChanged", "yes");
              location.assign(publicPages.login);
            }}
          />
        </div>
      </Card>
    </div>
  );
}
