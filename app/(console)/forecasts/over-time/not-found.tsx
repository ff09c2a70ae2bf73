import { Missing } from "#components/ui/missing.tsx";
import { routes } from "#lib/routes.ts";

export default function OverTimeNotFound() {
  return (
    <Missing title="No forecast to draw over time" home={routes.overview}>
      The address names no task, or one that nobody has forecast. Open a forecast and follow its task from there.
    </Missing>
  );
}
