import { DescriptionList } from "#components/ui/description-list.tsx";
import { REASON_NAMES, REASONS } from "#lib/contract/reasons.ts";
import { Marked } from "./marked.tsx";

export function Reasons() {
  return (
    <>
      <h3>Reasons</h3>
      <p>
        <code>TASK_NOT_SUPPORTED</code> and <code>INPUT_QUALITY_UNVERIFIED</code> have several causes.{" "}
        <code>error.reason</code> tells them apart.
      </p>
      <DescriptionList
        items={REASON_NAMES.map((reason) => ({ name: reason, value: <Marked text={REASONS[reason]} /> }))}
      />
    </>
  );
}
