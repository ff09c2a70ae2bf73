import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TextButton } from "#components/ui/text-button.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { describeBrowser } from "#lib/describe-browser.ts";

interface SessionRowProps {
  readonly session: Outputs["members"]["sessions"][number];
  readonly busy: boolean;
  readonly onEnd: () => void;
}

export function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const { current, address, userAgent, signedInAt, expiresAt } = session;
  return (
    <tr>
      <th scope="row" data-label="Browser">
        <span title={userAgent ?? undefined}>{describeBrowser(userAgent ?? "")}</span>
      </th>
      <td data-label="Address">{address ?? "not known"}</td>
      <td data-label="Signed in">
        <TimeText at={signedInAt} />
      </td>
      <td data-label="Ends">
        <TimeText at={expiresAt} />
      </td>
      <td data-label="Change">
        {current ? (
          <StatusBadge tone="good">this one</StatusBadge>
        ) : (
          <TextButton disabled={busy} onClick={onEnd}>
            End
          </TextButton>
        )}
      </td>
    </tr>
  );
}
