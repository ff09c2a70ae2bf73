import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TextButton } from "#components/ui/text-button.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { formatCount } from "#lib/format.ts";
import type { Doing } from "./credential-dialog.tsx";
import styles from "./credential-row.module.css";
import { keysInForce, stateOf } from "./credential-state.ts";

interface CredentialRowProps {
  readonly credential: Outputs["credentials"]["list"][number];
  readonly onDo: (doing: Doing) => void;
}

export function CredentialRow({ credential, onDo }: CredentialRowProps) {
  const { name, ratePerMinute, createdAt, lastUsedAt, expiresAt, revokedAt, fromEnvironment } = credential;
  const now = Date.now();
  const state = stateOf(credential, now);
  const keys = state === "in force" ? keysInForce(credential, now) : [];
  return (
    <tr>
      <th scope="row" data-label="Name">
        {name}
      </th>
      <td data-label="State">
        <span className={styles.stack}>
          <StatusBadge tone={state === "in force" ? "good" : "off"}>{state}</StatusBadge>
          {revokedAt !== null && <TimeText at={revokedAt} />}
          {revokedAt === null && expiresAt !== null && (
            <span>
              until <TimeText at={expiresAt} />
            </span>
          )}
        </span>
      </td>
      <td data-label="Keys">
        <span className={styles.stack}>
          {keys.map((key) => (
            <span key={key.keyId}>
              <code>dmk_{key.keyId}_…</code>
              {key.expiresAt !== null && (
                <>
                  {" "}
                  until <TimeText at={key.expiresAt} />
                </>
              )}
            </span>
          ))}
          {fromEnvironment && <span>GATEWAY_API_KEY</span>}
        </span>
      </td>
      <td data-number data-label="A minute">
        {formatCount(ratePerMinute)}
      </td>
      <td data-label="Issued">{createdAt === null ? "—" : <TimeText at={createdAt} />}</td>
      <td data-label="Last used">
        {lastUsedAt === null ? fromEnvironment ? "not noted" : "never" : <TimeText at={lastUsedAt} />}
      </td>
      <td data-label="Change">
        {fromEnvironment && <span>Set in the environment</span>}
        {!fromEnvironment && state === "in force" && (
          <span className={styles.actions}>
            <TextButton onClick={() => onDo({ what: "rotate", credential })}>Rotate</TextButton>
            <TextButton onClick={() => onDo({ what: "revoke", credential })}>Revoke</TextButton>
          </span>
        )}
      </td>
    </tr>
  );
}
