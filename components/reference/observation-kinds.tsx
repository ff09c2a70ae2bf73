import { OBSERVATION_KINDS } from "#lib/contract/observation-kinds.ts";
import { Example } from "./example.tsx";

/** What the embedded release can make of the `data` of a structured observation. */
export function ObservationKinds() {
  return (
    <>
      <p>
        <code>data</code> may be any JSON object. The embedded release uses <code>forecast</code>, <code>counts</code>,
        and series: five <code>measurement</code>s or more, with the <code>partition</code> that says what their values
        mean. Without anything that it can use, it refuses with <a href="#TASK_NOT_SUPPORTED">TASK_NOT_SUPPORTED</a>.
      </p>
      {Object.entries(OBSERVATION_KINDS).map(([kind, { meaning, example }]) => (
        <Example
          key={kind}
          title={<code>{kind}</code>}
          about={meaning}
          text={JSON.stringify(example, null, 2)}
          what="example"
          label={`Example of the kind ${kind}`}
        />
      ))}
    </>
  );
}
