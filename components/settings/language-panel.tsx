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

const METHODS = {
  verbalised: "verbalised: the model writes a probability for every option (MODEL_METHOD)",
  logprobs: "logprobs: probabilities of the model’s first output token (MODEL_METHOD)",
};

const TIMES = {
  server: "server: reported by the model server (MODEL_TIMING)",
  observed: "observed: the whole wait for the model server counts as inference (MODEL_TIMING)",
};

/** Configuration of the language model, the last failure of a call, and the last test of a whole forecast. */
export function LanguagePanel({ model }: LanguagePanelProps) {
  const { name, provider, endpoint, package: packageName, method, timing, failure } = model;
  const { samples, parallel, temperature, maxTokens, reasoning, extraBody, headers, ownPrompt, prices } = model;
  return (
    <Panel title="Language model">
      <DescriptionList
        items={[
          { name: "Name", value: <code>{name}</code> },
          { name: "Provider", value: `${provider} (MODEL_PROVIDER), endpoint ${endpoint}, package ${packageName}` },
          { name: "Method", value: METHODS[method] },
          { name: "Timing", value: TIMES[timing] },
          {
            name: "Calls per forecast",
            value: `${samples ?? "one per option"} (MODEL_SAMPLES), ${parallel} in parallel (MODEL_PARALLEL)`,
          },
          { name: "Temperature", value: `${temperature ?? "not sent"} (MODEL_TEMPERATURE)` },
          { name: "Token limit", value: `${maxTokens ?? "not sent"} (MODEL_MAX_TOKENS)` },
          { name: "Reasoning before the answer", value: `${reasoning ? "yes" : "no"} (MODEL_REASONING)` },
          { name: "System prompt", value: ownPrompt ? "custom (MODEL_PROMPT_FILE)" : "built in (MODEL_PROMPT_FILE)" },
          ...namesItem("Additional request fields", extraBody, "MODEL_EXTRA_BODY"),
          ...namesItem("Additional headers", headers, "MODEL_HEADERS"),
          { name: "Price per million tokens", value: describePrices(prices) },
          ...(failure === null
            ? []
            : [{ name: "Last call failed", value: withWords(failure.detail, failure.upstream) }]),
          { name: "Test", value: <Test model={model} /> },
        ]}
      />
    </Panel>
  );
}

function namesItem(name: string, names: readonly string[], variable: string) {
  return names.length === 0 ? [] : [{ name, value: `${names.join(", ")} (${variable})` }];
}

function describePrices(prices: LanguageModel["prices"]): string {
  if (prices === null) return "not set (MODEL_PRICE_INPUT, MODEL_PRICE_OUTPUT)";
  const { input, cachedInput, output, currency } = prices;
  return `input ${input}, cached input ${cachedInput}, output ${output} ${currency} (MODEL_PRICE_…)`;
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
