import { Panel } from "#components/ui/panel.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import type { Finding } from "#lib/findings/finding.ts";
import { countOf, visible } from "#lib/format.ts";
import styles from "./findings-list.module.css";

const TONES = { high: "bad", medium: "warn", low: "off" } as const;
const WORDS = { high: "settle first", medium: "check", low: "good to know" } as const;

/** What a careful reader should look at, with the passage. Evidence, not a verdict. */
export function FindingsList({ findings }: { readonly findings: readonly Finding[] }) {
  return (
    <Panel title="Findings" aside={<span>{countOf(findings.length, "finding")}</span>}>
      {findings.length === 0 ? (
        <p>Nothing stands out. That is no proof: read the observations all the same.</p>
      ) : (
        <ol className={styles.list}>
          {findings.map((finding) => (
            <li key={`${finding.id} ${finding.path} ${finding.evidence?.start}`} className={styles.finding}>
              <span>
                <StatusBadge tone={TONES[finding.severity]}>{WORDS[finding.severity]}</StatusBadge>{" "}
                <Place path={finding.path} />
              </span>
              <span>{visible(finding.message)}</span>
              {finding.evidence !== undefined && <q className={styles.quote}>{visible(finding.evidence.text)}</q>}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

/** Where the finding is: an observation can be gone to. */
function Place({ path }: { readonly path: string }) {
  const index = /^\/input\/context\/(\d+)(\/|$)/.exec(path)?.[1];
  if (index !== undefined) return <a href={`#observation-${index}`}>observation {index}</a>;
  return <code className={styles.path}>{path.slice(1).replaceAll("/", ".") || "request"}</code>;
}
