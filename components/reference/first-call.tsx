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
        Set the environment variable <code>GATEWAY_API_KEY</code> to an API key. Admins create, rotate and revoke keys
        in the console, under <a href={routes.credentials}>API keys</a>. The first run of the gateway also writes a key
        to <code>first-run.json</code>. The gateway stores only a digest of each key. Use API keys in a backend only,
        never in a browser.
      </p>
      <p>
        {example === undefined
          ? "The request below is not approved yet. It is refused until reviewers approve it."
          : "The request below is approved. You can send it unchanged."}
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
