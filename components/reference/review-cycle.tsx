import { routes } from "#lib/console/routes.ts";

export function ReviewCycle() {
  return (
    <>
      <p>Reviewers must approve a question and its evidence before a model forecasts it. Steps for a new question:</p>
      <ol>
        <li>
          Send the request. It is refused with 422{" "}
          <a href={routes.errorCode("TASK_NOT_SUPPORTED")}>TASK_NOT_SUPPORTED</a> and automatically submitted for
          review. <code>error.submission</code> contains the submission’s id and status.
        </li>
        <li>
          Reviewers give two verdicts: whether this release may answer the question, and whether the evidence is good
          enough. Each verdict is to approve, to request changes, or to reject. Nobody can review their own submission.
        </li>
        <li>
          Poll <code>GET /review-status/SUBMISSION_ID</code>, or wait for a webhook. Once the status is{" "}
          <code>approved</code>, send the same request again. The API now returns a forecast.
        </li>
        <li>
          New evidence for an approved question is refused with 422{" "}
          <a href={routes.errorCode("INPUT_QUALITY_UNVERIFIED")}>INPUT_QUALITY_UNVERIFIED</a> until reviewers approve
          the evidence. The question is not reviewed again.
        </li>
        <li>A reviewer may revoke an approval. From then on, the request is refused again.</li>
      </ol>
      <p>
        <code>error.reason</code> says whether the request is in review, needs changes or was rejected, and{" "}
        <code>error.submission.note</code> contains the reviewers’ note. A changed request is a new submission.
      </p>
    </>
  );
}
