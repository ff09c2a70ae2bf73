"use client";

import { Modal } from "@mantine/core";
import { useState } from "react";
import type { Credential } from "./credential-state.ts";
import { IssueForm } from "./issue-form.tsx";
import { NewKey } from "./new-key.tsx";
import { RevokeForm } from "./revoke-form.tsx";
import { RotateForm } from "./rotate-form.tsx";

/** What an administrator is about to do. */
export type Doing =
  | { readonly what: "issue" }
  | { readonly what: "rotate" | "revoke"; readonly credential: Credential };

const TITLES = { issue: "Issue a credential", rotate: "Rotate the key", revoke: "Revoke the credential" };

/** One step at a time: the question, and after it, where there is one, the new key. */
export function CredentialDialog({ doing, onClose }: { readonly doing: Doing; readonly onClose: () => void }) {
  const [key, setKey] = useState<string>();
  return (
    <Modal
      opened
      onClose={onClose}
      title={key === undefined ? TITLES[doing.what] : "The new key"}
      closeButtonProps={{ "aria-label": "Close" }}
      // A key that is shown once must not vanish by a stray click or key.
      closeOnClickOutside={key === undefined}
      closeOnEscape={key === undefined}
      withCloseButton={key === undefined}
      transitionProps={{ duration: 0 }}
      size="lg"
    >
      {key !== undefined && <NewKey value={key} onDone={onClose} />}
      {key === undefined && doing.what === "issue" && <IssueForm onIssued={setKey} onCancel={onClose} />}
      {key === undefined && doing.what === "rotate" && (
        <RotateForm credential={doing.credential} onRotated={setKey} onCancel={onClose} />
      )}
      {key === undefined && doing.what === "revoke" && <RevokeForm credential={doing.credential} onDone={onClose} />}
    </Modal>
  );
}
