import { DescriptionList } from "#components/ui/description-list.tsx";
import { MAX_BODY_BYTES, MAX_DESCRIPTION, MAX_INSTRUCTIONS, MAX_OPTIONS, MIN_OPTIONS } from "#lib/contract/bounds.ts";
import { MAX_IDEMPOTENCY_KEY } from "#lib/contract/idempotency-key.ts";
import { formatCount } from "#lib/format.ts";
import { Marked } from "./marked.tsx";

export function Limits({ headers }: { readonly headers: Readonly<Record<string, { readonly description: string }>> }) {
  return (
    <>
      <DescriptionList
        items={[
          { name: "Body", value: `${formatCount(MAX_BODY_BYTES)} bytes, in UTF-8, not compressed` },
          { name: "Options", value: `${MIN_OPTIONS} to ${MAX_OPTIONS}, mutually exclusive and exhaustive` },
          { name: "Question", value: `${formatCount(MAX_INSTRUCTIONS)} characters` },
          { name: "Option description", value: `${formatCount(MAX_DESCRIPTION)} characters, or null` },
          {
            name: "Idempotency-Key",
            value: `1 to ${MAX_IDEMPOTENCY_KEY} characters of ASCII, for each credential; its answer is repeated for 24 hours`,
          },
          { name: "Requests", value: "Per-credential limit; see the RateLimit-Policy header." },
        ]}
      />
      <h3>Headers of an answer</h3>
      <DescriptionList
        items={Object.entries(headers).map(([name, { description }]) => ({
          name,
          value: <Marked text={description} />,
        }))}
      />
    </>
  );
}
