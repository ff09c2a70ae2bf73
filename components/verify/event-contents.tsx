import { CodeBlock } from "#components/ui/code-block.tsx";
import { visible } from "#lib/format.ts";

interface EventContentsProps {
  /** The fields to which the event commits. */
  readonly fields: readonly string[];
  /** Those that the proof discloses. */
  readonly contents: Readonly<Record<string, unknown>>;
}

/** The texts and personal data of an event, as far as its proof discloses them. */
export function EventContents({ fields, contents }: EventContentsProps) {
  return (
    <>
      <h3>Contents of the event</h3>
      {fields.map((field) =>
        Object.hasOwn(contents, field) ? (
          <div key={field}>
            <code>{visible(field)}</code>
            <CodeBlock text={printValue(contents[field])} what={visible(field)} label={visible(field)} wrap />
          </div>
        ) : (
          <p key={field}>
            <code>{visible(field)}</code>: withheld or erased. The proof contains only its digest.
          </p>
        ),
      )}
    </>
  );
}

function printValue(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
