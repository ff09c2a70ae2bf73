import { Anchor, Flex, Grid, GridCol, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Page } from "#components/ui/page.tsx";
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
import { OrderOfChecks } from "./order-of-checks.tsx";
import { Repeating } from "./repeating.tsx";
import { ReviewCycle } from "./review-cycle.tsx";
import styles from "./section.module.css";
import { fieldTargets } from "./targets.ts";

/** Chapters: anchor and title. */
const CHAPTERS = [
  ["call", "First call"],
  ["review", "From request to forecast"],
  ["repeating", "Repeating a call"],
  ["request", "Request"],
  ["kinds", "Structured observations"],
  ["response", "Response"],
  ["illustration", "Illustration"],
  ["errors", "Errors"],
  ["order", "Order of checks"],
  ["limits", "Limits and headers"],
] as const;

interface ReferenceScreenProps {
  readonly api: ReturnType<typeof openApiDocument>;
  readonly url: string;
  /** Body of a request that can be sent unchanged; undefined if none of the shipped ones is approved. */
  readonly example: string | undefined;
  /** Members can send requests from the page. */
  readonly isMember: boolean;
}

/** API reference, rendered from the OpenAPI document. */
export function ReferenceScreen({ api, url, example, isMember }: ReferenceScreenProps) {
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
          <code>POST {url}/v1/predict</code>, version {api.info.version}. For machines:{" "}
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
              <p>JSON in UTF-8. Unknown properties are errors; lengths count characters, not bytes.</p>
              <FieldsTable
                part="request"
                schema={schemas.PredictionRequest}
                label="Fields of the request"
                example={SAMPLE_REQUEST}
              />
              <CodeBlock
                text={JSON.stringify(SAMPLE_REQUEST, null, 2)}
                what="request"
                label="An example of a request"
              />
            </Section>
            <Section id="kinds">
              <ObservationKinds />
            </Section>
            <Section id="response">
              <p>
                Probabilities cover exactly the options that were asked, and sum to 1 within 1e-6. No confidence is
                claimed, and no forecast is independently verified.
              </p>
              <FieldsTable
                part="response"
                schema={schemas.PredictionResponse}
                label="Fields of the response"
                example={ILLUSTRATION}
              />
            </Section>
            <Section id="illustration">
              <p>
                <strong>This is not a forecast.</strong> It shows the shape of an answer with placeholders. No real
                answer has <code>"mode": "illustration"</code>, such a request id, or timing without figures.
              </p>
              <CodeBlock
                text={JSON.stringify(ILLUSTRATION, null, 2)}
                what="illustration"
                label="Illustration of the response, not a forecast"
              />
            </Section>
            <Section id="errors">
              <p>
                An error has a code, a message, and every violation that was found in <code>issues</code>, by JSON
                Pointer. Branch on the code. The list is in the order of checks: a request with several violations gets
                the first.
              </p>
              <CodeBlock
                text={JSON.stringify(exampleOf("INVALID_CRITERIA"), null, 2)}
                what="error"
                label="An example of an error"
              />
              <ErrorCatalogue />
              <FieldsTable
                part="error"
                schema={schemas.Error}
                label="Fields of an error"
                example={exampleOf("INVALID_CRITERIA")}
              />
            </Section>
            <Section id="order">
              <OrderOfChecks />
            </Section>
            <Section id="limits">
              <Limits headers={api.components.headers} />
            </Section>
          </Stack>
        </GridCol>
      </Grid>
    </Page>
  );
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
