import { Anchor, Flex, Grid, GridCol, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Page } from "#components/ui/page.tsx";
import { ILLUSTRATION } from "#lib/contract/illustration.ts";
import type { openApiDocument } from "#lib/contract/open-api.ts";
import { SAMPLE_REQUEST } from "#lib/contract/sample-request.ts";
import { ErrorCatalogue } from "./error-catalogue.tsx";
import { Example } from "./example.tsx";
import { FieldsTable } from "./fields-table.tsx";
import { Limits } from "./limits.tsx";
import { ObservationKinds } from "./observation-kinds.tsx";
import { OrderOfChecks } from "./order-of-checks.tsx";
import { samplesFor } from "./samples.ts";
import styles from "./section.module.css";

interface ReferenceScreenProps {
  readonly api: ReturnType<typeof openApiDocument>;
  readonly url: string;
}

const CHAPTERS = [
  ["call", "The call"],
  ["request", "Request"],
  ["kinds", "Structured observations"],
  ["response", "Response"],
  ["illustration", "Illustration"],
  ["errors", "Errors"],
  ["order", "Order of checks"],
  ["limits", "Limits and headers"],
] as const;

/** The reference of the public operation, made from the OpenAPI document. */
export function ReferenceScreen({ api, url }: ReferenceScreenProps) {
  const { schemas } = api.components;
  return (
    <Page
      title="API reference"
      about={
        <>
          <code>POST {url}/v1/predict</code>, version {api.info.version}. For machines:{" "}
          <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).
        </>
      }
    >
      <Grid gap={{ base: "md", md: 40 }}>
        <GridCol span={{ base: 12, md: 2 }} order={{ base: 1, md: 2 }}>
          <Flex
            component="nav"
            aria-label="On this page"
            direction={{ base: "row", md: "column" }}
            wrap="wrap"
            gap="xs"
            pos={{ base: "static", md: "sticky" }}
            top={64}
            fz="sm"
          >
            {CHAPTERS.map(([id, title]) => (
              <a key={id} href={`#${id}`}>
                {title}
              </a>
            ))}
          </Flex>
        </GridCol>
        <GridCol span={{ base: 12, md: 10 }} order={{ base: 2, md: 1 }}>
          <Stack gap={36}>
            <Section id="call" title="The call">
              <p>{api.info.description.replaceAll("`", "")}</p>
              <p>
                Send an API key in the header <code>Authorization: Bearer dmk_…</code>. An administrator issues it in
                the console. It belongs in a backend, never in a browser.
              </p>
              {samplesFor(url).map(({ name, text }) => (
                <Example key={name} title={name} text={text} what={name} label={`The call in ${name}`} />
              ))}
            </Section>
            <Section id="request" title="Request">
              <p>JSON in UTF-8. Unknown properties are errors; lengths count characters, not bytes.</p>
              <FieldsTable schema={schemas.PredictionRequest} label="Fields of the request" />
              <CodeBlock
                text={JSON.stringify(SAMPLE_REQUEST, null, 2)}
                what="request"
                label="An example of a request"
              />
            </Section>
            <Section id="kinds" title="Structured observations">
              <ObservationKinds />
            </Section>
            <Section id="response" title="Response">
              <p>
                Probabilities cover exactly the options that were asked, and sum to 1 within 1e-6. No confidence is
                claimed, and no forecast is independently verified.
              </p>
              <FieldsTable schema={schemas.PredictionResponse} label="Fields of the response" />
            </Section>
            <Section id="illustration" title="Illustration">
              <p>
                <strong>This is no forecast.</strong> It shows the shape of an answer with placeholders. No real answer
                has <code>"mode": "illustration"</code>, such a request id, or timing without figures.
              </p>
              <CodeBlock
                text={JSON.stringify(ILLUSTRATION, null, 2)}
                what="illustration"
                label="Illustration of the response, not a forecast"
              />
            </Section>
            <Section id="errors" title="Errors">
              <p>
                An error has a code, a message, and every violation that was found in <code>issues</code>, by JSON
                Pointer. Branch on the code. The list is in the order of checks: a request with several violations gets
                the first.
              </p>
              <ErrorCatalogue />
              <FieldsTable schema={schemas.Error} label="Fields of an error" />
            </Section>
            <Section id="order" title="Order of checks">
              <OrderOfChecks />
            </Section>
            <Section id="limits" title="Limits and headers">
              <Limits headers={api.components.headers} />
            </Section>
          </Stack>
        </GridCol>
      </Grid>
    </Page>
  );
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

function Section({ id, title, children }: SectionProps) {
  return (
    <Stack component="section" gap="sm" id={id} className={styles.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <Anchor href={`#${id}`} c="inherit">
          {title}
        </Anchor>
      </h2>
      {children}
    </Stack>
  );
}
