import { Missing } from "#components/ui/missing.tsx";
import { routes } from "#lib/routes.ts";

export default function ForecastNotFound() {
  return (
    <Missing title="No forecast has this request id" home={routes.overview}>
      It may have been refused: the records show every attempt with its code.
    </Missing>
  );
}
