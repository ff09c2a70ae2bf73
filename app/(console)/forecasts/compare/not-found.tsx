import { Missing } from "#components/ui/missing.tsx";
import { routes } from "#lib/routes.ts";

export default function ComparedNotFound() {
  return (
    <Missing title="One of these request ids has no forecast" home={routes.overview}>
      It may have been refused: the records show every attempt with its code. Choose the forecasts anew from their list.
    </Missing>
  );
}
