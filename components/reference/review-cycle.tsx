import { routes } from "#lib/console/routes.ts";

export function ReviewCycle() {
  return (
    <>
      <p>Reviewers must approve a question and its evidence before a model forecasts it. Steps for a new question:</p>
      <ol>
        <li>
          Send the request. It is refused with 422{" "}
          <a href={routes.errorCode("TASK_NOT_SUPPORTED")}>TASK_NOT_SUPPORTED</a> and automatically submitted for
          review. <code>issues[0].message</code> identifies the submission.
        </li>
        <li>
          Reviewers give two verdicts: whether this release may answer the question, and whether the evidence is good
          enough. Each verdict is to approve, to request changes, or to reject. Nobody can review their own submission.
        </li>
        <li>Send the same request again. The API now returns a forecast.</li>
        <li>
          New evidence for an approved question is refused with 422{" "}
          <a href={routes.errorCode("INPUT_QUALITY_UNVERIFIED")}>INPUT_QUALITY_UNVERIFIED</a> until reviewers approve
          the evidence. The question is not reviewed again.
        </li>
        <li>A reviewer may revoke an approval. From then on, the request is refused again.</li>
      </ol>
      <p>
        Each refusal reports the state of the review: in review, changes requested, or rejected. A changed request is a
        new submission.
      </p>
    </>
  );
}
