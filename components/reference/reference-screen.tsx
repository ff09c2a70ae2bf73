import { Anchor, Flex, Grid, GridCol, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Page } from "#components/ui/page.tsx";
import { routes } from "#lib/console/routes.ts";
import { exampleOf } from "#lib/contract/error-examples.ts";
import { ERROR_CODES } from "#lib/contract/error-table.ts";
import { ILLUSTRATION } from "#lib/contract/illustration.ts";
import type { openApiDocument } from "#lib/contract/open-api.ts";
import { SAMPLE_REQUEST } from "#lib/contract/sample-request.ts";
import { ErrorCatalogue } from "./error-catalogue.tsx";
import { FieldsTable } from "./fields-table.tsx";
import { FindInPage } from "./find-in-page.tsx";
import { FirstCall } from "./first-call.tsx";
import { Limits } from "./limits.tsx";
import { ObservationKinds } from "./observation-kinds.tsx";
import { type Operation, Operations } from "./operations.tsx";
import { OrderOfChecks } from "./order-of-checks.tsx";
import { Reasons } from "./reasons.tsx";
import { Repeating } from "./repeating.tsx";
import { ReviewCycle } from "./review-cycle.tsx";
import styles from "./section.module.css";
import { fieldTargets } from "./targets.ts";

const CHAPTERS = [
  ["call", "First call"],
  ["review", "Review process"],
  ["repeating", "Retries and idempotency"],
  ["request", "Request"],
  ["kinds", "Structured observations"],
  ["response", "Response"],
  ["illustration", "Illustrative response"],
  ["errors", "Errors"],
  ["order", "Order of checks"],
  ["limits", "Limits and headers"],
  ["earlier", "Earlier requests"],
  ["webhooks", "Webhooks"],
  ["proofs", "Receipts and proofs"],
] as const;

interface ReferenceScreenProps {
  readonly api: ReturnType<typeof openApiDocument>;
  readonly url: string;
  /** Body of a bundled example request that is approved; undefined if no bundled example is approved. */
  readonly example: string | undefined;
  readonly isMember: boolean;
  /** Verifier keys of the audit log and its witnesses (c2sp.org/tlog-policy). */
  readonly policy: string;
}

/** API reference, rendered from the OpenAPI document. */
export function ReferenceScreen({ api, url, example, isMember, policy }: ReferenceScreenProps) {
  const { schemas } = api.components;
  const targets = [
    ...CHAPTERS.map(([id, name]) => ({ id, name, about: "chapter" })),
    ...fieldTargets("request", schemas.PredictionRequest),
    ...fieldTargets("response", schemas.PredictionResponse),
    ...ERROR_CODES.map((code) => ({ id: code, name: code, about: "error" })),
  ];
  return (
    <Page
      title="API reference"
      about={
        <>
          <code>POST {url}/v1/predict</code>, version {api.info.version}. Machine-readable:{" "}
          <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1), <a href="/llms.txt">llms.txt</a>.
        </>
      }
    >
      <Grid gap={{ base: "md", md: 32 }}>
        <GridCol span={{ base: 12, md: 2.5 }} order={{ base: 1, md: 2 }}>
          <Stack pos={{ base: "static", md: "sticky" }} top={72} gap="md">
            <FindInPage targets={targets} />
            <Flex
              component="nav"
              aria-label="On this page"
              direction={{ base: "row", md: "column" }}
              wrap="wrap"
              gap="xs"
              fz="sm"
            >
              {CHAPTERS.map(([id, title]) => (
                <a key={id} href={`#${id}`}>
                  {title}
                </a>
              ))}
            </Flex>
          </Stack>
        </GridCol>
        <GridCol span={{ base: 12, md: 9.5 }} order={{ base: 2, md: 1 }}>
          <Stack gap={16}>
            <Section id="call">
              <FirstCall description={api.info.description} url={url} example={example} isMember={isMember} />
            </Section>
            <Section id="review">
              <ReviewCycle />
            </Section>
            <Section id="repeating">
              <Repeating />
            </Section>
            <Section id="request">
              <p>
                The request body is JSON in UTF-8. Unknown properties are errors. Lengths are in characters, not bytes.
              </p>
              <FieldsTable
                part="request"
                schema={schemas.PredictionRequest}
                label="Request fields"
                example={SAMPLE_REQUEST}
              />
              <CodeBlock text={JSON.stringify(SAMPLE_REQUEST, null, 2)} what="request" label="Example request" />
            </Section>
            <Section id="kinds">
              <ObservationKinds />
            </Section>
            <Section id="response">
              <p>
                The probabilities cover exactly the requested options and sum to 1 within 1e-6. <code>confidence</code>{" "}
                is always null, and no forecast is independently verified.
              </p>
              <FieldsTable
                part="response"
                schema={schemas.PredictionResponse}
                label="Response fields"
                example={ILLUSTRATION}
              />
            </Section>
            <Section id="illustration">
              <p>
                <strong>This is not a forecast.</strong> The example shows the structure of a response, with
                placeholders. A real response never has <code>"mode": "illustration"</code>, a placeholder request ID or
                null timings.
              </p>
              <CodeBlock
                text={JSON.stringify(ILLUSTRATION, null, 2)}
                what="illustration"
                label="Illustrative response, not a forecast"
              />
            </Section>
            <Section id="errors">
              <p>
                An error has a code, a message and <code>issues</code>, which lists all violations found, each with a
                JSON Pointer. Your code should branch on the error code. The codes below are in the order of checks: a
                request with several violations gets the first code that applies.
              </p>
              <CodeBlock
                text={JSON.stringify(exampleOf("INVALID_CRITERIA"), null, 2)}
                what="error"
                label="Example error"
              />
              <ErrorCatalogue />
              <Reasons />
              <FieldsTable
                part="error"
                schema={schemas.Error}
                label="Error fields"
                example={exampleOf("INVALID_CRITERIA")}
              />
            </Section>
            <Section id="order">
              <OrderOfChecks />
            </Section>
            <Section id="limits">
              <Limits headers={api.components.headers} />
            </Section>
            <Section id="earlier">
              <p>
                These addresses look up earlier requests of the same API key. They do not count towards the rate limit
                of predictions.
              </p>
              <Operations label="Operations" operations={lookUpsOf(api)} />
              <FieldsOf part="submission" schema={schemas.SubmissionState} label="Fields of the review status" />
              <FieldsOf part="score" schema={schemas.Score} label="Fields of a score" />
              <FieldsOf part="receipt" schema={schemas.Receipt} label="Fields of a receipt" />
            </Section>
            <Section id="webhooks">
              <Operations label="Messages" operations={webhooksOf(api)} />
              <FieldsOf
                part="submission.decided"
                schema={schemas.SubmissionMessage}
                label="Fields of submission.decided"
              />
              <FieldsOf part="outcome.confirmed" schema={schemas.OutcomeMessage} label="Fields of outcome.confirmed" />
            </Section>
            <Section id="proofs">
              <p>
                With the API key that made a request, <code>GET /receipts/REQUEST_ID.tlog-proof</code> returns a proof
                that its result is in the audit log. Anyone can <a href={routes.verify}>verify a proof</a>.{" "}
                <code>GET /receipts/REQUEST_ID</code> returns a receipt as JSON.
              </p>
              <p>
                The log’s origin, public keys and witnesses are published at{" "}
                <a href="/.well-known/tlog-policy">/.well-known/tlog-policy</a>; the latest checkpoint is at{" "}
                <a href="/.well-known/tlog-checkpoint">/.well-known/tlog-checkpoint</a>.
              </p>
              <CodeBlock text={policy} what="policy" label="Verifier keys and witnesses" />
            </Section>
          </Stack>
        </GridCol>
      </Grid>
    </Page>
  );
}

function FieldsOf({ label, ...table }: { readonly part: string; readonly schema: unknown; readonly label: string }) {
  return (
    <details>
      <summary>{label}</summary>
      <FieldsTable label={label} {...table} />
    </details>
  );
}

function lookUpsOf({ paths }: ReferenceScreenProps["api"]): Operation[] {
  return Object.entries(paths).flatMap(([path, operation]) =>
    "get" in operation ? [{ ...operation.get, name: `GET ${path}` }] : [],
  );
}

function webhooksOf({ webhooks }: ReferenceScreenProps["api"]): Operation[] {
  return Object.entries(webhooks).map(([name, { post }]) => ({ ...post, name }));
}

interface SectionProps {
  readonly id: (typeof CHAPTERS)[number][0];
  readonly children: ReactNode;
}

function Section({ id, children }: SectionProps) {
  const title = CHAPTERS.find(([one]) => one === id)?.[1];
  return (
    <Stack component="section" gap="sm" id={id} className={`panel ${styles.section}`} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <Anchor href={`#${id}`} c="inherit">
          {title}
        </Anchor>
      </h2>
      {children}
    </Stack>
  );
}
