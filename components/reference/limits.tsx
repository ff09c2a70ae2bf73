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
          { name: "Request body", value: `At most ${formatCount(MAX_BODY_BYTES)} bytes, UTF-8, not compressed` },
          { name: "Options", value: `${MIN_OPTIONS} to ${MAX_OPTIONS}, mutually exclusive and exhaustive` },
          { name: "Question", value: `At most ${formatCount(MAX_INSTRUCTIONS)} characters` },
          { name: "Option description", value: `At most ${formatCount(MAX_DESCRIPTION)} characters, or null` },
          {
            name: "Idempotency-Key",
            value: `1 to ${MAX_IDEMPOTENCY_KEY} ASCII characters, scoped to the API key. The response is replayed for 24 hours.`,
          },
          { name: "Request rate", value: "Limited for each API key. See the RateLimit-Policy header." },
        ]}
      />
      <h3>Response headers</h3>
      <DescriptionList
        items={Object.entries(headers).map(([name, { description }]) => ({
          name,
          value: <Marked text={description} />,
        }))}
      />
    </>
  );
}
