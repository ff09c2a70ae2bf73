import { Missing } from "#components/ui/missing.tsx";
import { routes } from "#lib/routes.ts";

export default function SubmissionNotFound() {
  return (
    <Missing title="No submission has this id" home={routes.overview}>
      The list of submissions has every one that there is.
    </Missing>
  );
}
