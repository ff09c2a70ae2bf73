import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/**
 * Every file of the server that calls a third party over the network, and whether a caller's request can wait for it. A
 * new file must join the list. Nobody may wait for a third party in a slot of the console or of look-ups.
 */
const THIRD_PARTIES = {
  "server/audit/witness/ask-witness.ts": ["witnesses", "no: proofs and starts never wait for one"],
  "server/base/proxied-agent.ts": ["the outgoing proxy", "as for the third party"],
  "server/base/proxied-dispatcher.ts": ["the outgoing proxy", "as for the third party"],
  "server/console/auth/open-id.ts": [
    "the OpenID provider",
    "a member's own sign-in through the provider, and every few minutes a request of a session by the provider, before it gets a slot, at most 15 s",
  ],
  "server/console/mail/mailer.ts": ["the mail server", "no: a background job"],
  "server/console/webhooks/post-webhook.ts": [
    "webhook receivers and DNS",
    "an admin's change of a webhook waits for DNS and a test for its answer, at most 10 s; deliveries are background jobs",
  ],
  "server/limits/redis-counter.ts": ["Redis", "every counted request, at most twice REDIS_TIMEOUT_MS"],
  "server/models/connections.ts": ["the model server", "a prediction, in the model's own admission queue"],
  "server/models/llm/providers.ts": ["the credential services of AWS, with bedrock", "a prediction, as for its call"],
  "server/observe/tracing.ts": ["the OpenTelemetry collector", "no: sent in batches"],
} as const;

/** Ways to open a connection: global functions, Node's modules, and packages that connect on their own. */
const CALLS = [
  /(?<![.\w])(?:fetch|WebSocket|EventSource)\(/,
  /import (?!type)[^;]*\b(?:request|get|Agent)\b[^;]*from "node:https?"/,
  /import (?!type)[^;]*\b(?:connect|createConnection|Socket|TLSSocket)\b[^;]*from "node:(?:net|tls|http2|dgram)"/,
  /import (?!type)[^;]*from "node:dns(?:\/promises)?"/,
  /"(?:undici|nodemailer|@redis\/client|@aws-sdk\/[\w-]+|@opentelemetry\/exporter-[\w-]+|better-auth\/plugins\/generic-oauth)"/,
];

it("the places that call a third party are listed, with who can wait for each", () => {
  const files = ["server", "lib", "app"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const calling = files
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .filter((name) => {
      // Each import is a statement of its own, so that a pattern does not span two of them.
      const text = readFileSync(name, "utf8").replace(/^import type [^;]*;/gm, "");
      return text.split(";").some((statement) => CALLS.some((call) => call.test(statement)));
    });
  expect(calling.sort()).toEqual(Object.keys(THIRD_PARTIES));
});

it("the packages that the server uses to connect are among the patterns", () => {
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const connecting = Object.keys(dependencies).filter((name) =>
    /undici|nodemailer|redis|aws-sdk|exporter|axios|got|smtp|ldap|amqp|mqtt|kafka|ws$/.test(name),
  );
  expect(connecting.filter((name) => !CALLS.some((call) => call.test(`"${name}"`)))).toEqual([]);
});
