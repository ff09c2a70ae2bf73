import { routes } from "#lib/console/routes.ts";

export function ReviewCycle() {
  return (
    <>
      <p>People review a question and its evidence before a model sees them. The steps of a new question:</p>
      <ol>
        <li>
          Send the request. It is refused with 422{" "}
          <a href={routes.errorCode("TASK_NOT_SUPPORTED")}>TASK_NOT_SUPPORTED</a>, and sent to review by itself:{" "}
          <code>issues[0].message</code> names the submission that waits.
        </li>
        <li>
          Reviewers give two verdicts: whether this release may answer the question, and whether the evidence is fit.
          They approve it, ask for changes, or reject it; nobody decides on their own work.
        </li>
        <li>Send the same request again. Now it is answered.</li>
        <li>
          New evidence for an approved question is refused with 422{" "}
          <a href={routes.errorCode("INPUT_QUALITY_UNVERIFIED")}>INPUT_QUALITY_UNVERIFIED</a>, and waits for a review of
          the evidence alone.
        </li>
        <li>A reviewer may revoke an approval. From then on, the request is refused as before its review.</li>
      </ol>
      <p>
        The refusal says where the review stands each time: the submission waits, needs changes, or was rejected.
        Changed content is a new submission.
      </p>
    </>
  );
}
