import { Button } from "@mantine/core";
import { CodeBlock } from "#components/ui/code-block.tsx";
import styles from "#components/ui/form.module.css";
import { FormActions } from "#components/ui/form-actions.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";

interface NewLinkProps {
  readonly made: Outputs["members"]["invite"];
  readonly onDone: () => void;
}

/** The link, this once: it is not kept in a form that could be shown again. */
export function NewLink({ made, onDone }: NewLinkProps) {
  return (
    <div className={styles.form}>
      <p>
        Copy it now: it is shown this once. It works once, until <TimeText at={made.expiresAt} />, for whoever has it:
        pass it on in a way that you trust.
      </p>
      <CodeBlock text={made.link} what="link" label="The one-time link" wrap />
      <FormActions>
        <Button onClick={onDone}>I have kept it</Button>
      </FormActions>
    </div>
  );
}
