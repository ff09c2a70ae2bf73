"use client";

import { Button, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { DescriptionList } from "#components/ui/description-list.tsx";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Permitted } from "#components/ui/permitted.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";

type LanguageModel = NonNullable<Outputs["system"]["status"]["languageModel"]>;

interface LanguagePanelProps {
  readonly model: LanguageModel;
}

/** The language model, the last failure of a call, and the last test of a whole forecast. */
export function LanguagePanel({ model }: LanguagePanelProps) {
  const { name, provider, endpoint, package: packageName, failure } = model;
  return (
    <Panel title="Language model">
      <DescriptionList
        items={[
          { name: "Name", value: <code>{name}</code> },
          { name: "Provider", value: `${provider}, endpoint ${endpoint}, package ${packageName}` },
          ...(failure === null
            ? []
            : [{ name: "Last call failed", value: withWords(failure.detail, failure.upstream) }]),
          { name: "Test", value: <Test model={model} /> },
        ]}
      />
    </Panel>
  );
}

/** The result of the last test of a whole forecast, and the button that starts another one. */
function Test({ model: { test, isTesting } }: LanguagePanelProps) {
  const trpc = useTRPC();
  const start = useMutation(trpc.system.testModel.mutationOptions());
  return (
    <Stack gap="xs" align="start">
      {test === null && !isTesting && "not tested since the start"}
      {test !== null && (
        <span>
          <StatusBadge tone={test.passed ? "good" : "bad"}>{test.passed ? "passed" : "failed"}</StatusBadge>{" "}
          <TimeText at={test.at} />: {withWords(test.text, test.upstream)}
        </span>
      )}
      <Permitted to="administer">
        <Button size="xs" variant="default" loading={isTesting || start.isPending} onClick={() => start.mutate()}>
          Test the model
        </Button>
      </Permitted>
      <ErrorAlert title="The test was not started" error={start.error} />
    </Stack>
  );
}

function withWords(text: string, upstream: string | undefined): string {
  return upstream === undefined ? text : `${text} The model server’s words: “${upstream}”`;
}
