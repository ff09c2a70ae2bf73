import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { OBSERVATION_KINDS } from "#lib/contract/observation-kinds.ts";

export function ObservationKinds() {
  return (
    <>
      <p>
        <code>data</code> may be any JSON object. The embedded model uses <code>forecast</code> and <code>counts</code>{" "}
        observations, and series: at least five <code>measurement</code> observations, with a <code>partition</code>{" "}
        that maps their values to options. The model refuses a request without usable observations with{" "}
        <a href="#TASK_NOT_SUPPORTED">TASK_NOT_SUPPORTED</a>.
      </p>
      {Object.entries(OBSERVATION_KINDS).map(([kind, { meaning, example }]) => (
        <Example
          key={kind}
          title={<code>{kind}</code>}
          about={meaning}
          text={JSON.stringify(example, null, 2)}
          what="example"
          label={`Example of a ${kind} observation`}
        />
      ))}
    </>
  );
}

interface ExampleProps {
  readonly title: ReactNode;
  readonly about?: string;
  readonly text: string;
  readonly what: string;
  readonly label: string;
}

function Example({ title, about, text, what, label }: ExampleProps) {
  return (
    <Stack gap={6}>
      <h3>{title}</h3>
      {about !== undefined && <p>{about}</p>}
      <CodeBlock text={text} what={what} label={label} />
    </Stack>
  );
}
