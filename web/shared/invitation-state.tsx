import type { invitationStanding } from "@tradewind/contract/access/invitations.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import type * as z from "zod/mini";
import { StatusDot, type Tone } from "../ui/status.tsx";

type Standing = z.output<z.ZodMiniObject<typeof invitationStanding>>;

const looks: Record<Standing["State"], { tone: Tone; words: (standing: Standing) => string }> = {
  Waiting: {
    tone: "information",
    words: ({ ExpiresAt }) => `Invited, the link is valid until ${formatDate(ExpiresAt)}`,
  },
  Expired: { tone: "warning", words: ({ ExpiresAt }) => `The link expired ${formatDate(ExpiresAt)}` },
  Accepted: { tone: "success", words: ({ AcceptedAt }) => `Accepted ${AcceptedAt ? formatDate(AcceptedAt) : ""}` },
  Withdrawn: { tone: "disabled", words: () => "Withdrawn" },
};

/** Shows the state of an invitation, and until when its link is valid. */
export function InvitationState({ invitation }: { invitation: Standing }) {
  const { tone, words } = looks[invitation.State];
  return <StatusDot tone={tone}>{words(invitation)}</StatusDot>;
}
