"use client";

import { Modal } from "@mantine/core";
import { useState } from "react";
import { Panel } from "#components/ui/panel.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TextButton } from "#components/ui/text-button.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import styles from "./review-state.module.css";
import { RevokeForm } from "./revoke-form.tsx";

export type Revocable = "binding" | "approval";

interface StandingProps {
  readonly submission: Outputs["submissions"]["get"];
  readonly standing: Outputs["reviews"]["dossier"]["standing"];
  readonly role: string;
}

/** What is in force now; a reviewer or an administrator can end it. */
export function ReviewState({ submission, standing, role }: StandingProps) {
  const [ending, setEnding] = useState<Revocable>();
  const mayRevoke = role === "reviewer" || role === "admin";
  const rows = [
    { kind: "binding", inForce: standing.bound, words: "The release answers this task" },
    { kind: "approval", inForce: standing.approved, words: "The input is approved for it" },
  ] as const;
  return (
    <Panel title="In force">
      {rows.map(({ kind, inForce, words }) => (
        <div key={kind} className={styles.row}>
          <span>
            {words}: <StatusBadge tone={inForce ? "good" : "off"}>{inForce ? "yes" : "no"}</StatusBadge>
          </span>
          {inForce && mayRevoke && <TextButton onClick={() => setEnding(kind)}>{`Revoke the ${kind}`}</TextButton>}
        </div>
      ))}
      <Modal
        opened={ending !== undefined}
        onClose={() => setEnding(undefined)}
        title={`Revoke the ${ending ?? "approval"}`}
        closeButtonProps={{ "aria-label": "Close" }}
        transitionProps={{ duration: 0 }}
        size="lg"
      >
        {ending !== undefined && (
          <RevokeForm kind={ending} submission={submission} onDone={() => setEnding(undefined)} />
        )}
      </Modal>
    </Panel>
  );
}
