import { reformatJson } from "#lib/compose/reformat-json.ts";
import { routes } from "#lib/console/routes.ts";
import { SAMPLE_REQUEST } from "#lib/contract/sample-request.ts";
import { CodeTabs } from "./code-tabs.tsx";
import { Marked } from "./marked.tsx";
import { samplesFor } from "./samples.ts";
import { TryIt } from "./try-it.tsx";

interface FirstCallProps {
  readonly description: string;
  readonly url: string;
  readonly example: string | undefined;
  readonly isMember: boolean;
}

export function FirstCall({ description, url, example, isMember }: FirstCallProps) {
  const request = example === undefined ? JSON.stringify(SAMPLE_REQUEST, null, 2) : reformatJson(example, 2);
  return (
    <>
      <p>
        <Marked text={description} />
      </p>
      <p>
        Put an API key into <code>GATEWAY_API_KEY</code>. An administrator issues it in the console, under{" "}
        <a href={routes.credentials}>API keys</a>, where it can be rotated and revoked; the first run writes one into{" "}
        <code>first-run.json</code>. The gateway keeps only its digest. It belongs in a backend, never in a browser.
      </p>
      <p>
        {example === undefined
          ? "No shipped example is approved here now: this request is refused until reviewers have approved it."
          : "This request is approved: the call is answered as it stands."}
      </p>
      <CodeTabs samples={samplesFor(url, request)} />
      {isMember && (
        <>
          <h3>Try it</h3>
          <TryIt request={request} />
        </>
      )}
    </>
  );
}
