import type { Outputs } from "#components/frame/trpc.ts";
import { State } from "#components/ui/state.tsx";
import { TextButton } from "#components/ui/text-button.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
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
      <th scope="row">{name}</th>
      <td className={styles.stack}>
        <State tone={state === "in force" ? "good" : "off"}>{state}</State>
        {revokedAt !== null && <TimeText at={revokedAt} />}
        {revokedAt === null && expiresAt !== null && (
          <span>
            until <TimeText at={expiresAt} />
          </span>
        )}
      </td>
      <td className={styles.stack}>
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
      </td>
      <td data-number>{formatCount(ratePerMinute)}</td>
      <td>{createdAt === null ? "—" : <TimeText at={createdAt} />}</td>
      <td>{lastUsedAt === null ? fromEnvironment ? "not noted" : "never" : <TimeText at={lastUsedAt} />}</td>
      <td>
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
