import { Button } from "@mantine/core";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { FormActions } from "#components/ui/form-actions.tsx";

/** The key, this once: it is not kept in a form that could be shown again. */
export function NewKey({ value, onDone }: { readonly value: string; readonly onDone: () => void }) {
  return (
    <>
      <p>
        Copy it now: it is shown this once, and cannot be read again. It goes into the header{" "}
        <code>Authorization: Bearer …</code> of a backend, never into a browser.
      </p>
      <CodeBlock text={value} what="key" label="The new key" wrap />
      <FormActions>
        <Button onClick={onDone}>I have kept it</Button>
      </FormActions>
    </>
  );
}
