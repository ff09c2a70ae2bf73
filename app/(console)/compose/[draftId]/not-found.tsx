import { Missing } from "#components/ui/missing.tsx";
import { routes } from "#lib/routes.ts";

export default function DraftNotFound() {
  return (
    <Missing title="There is no such draft" home={routes.overview}>
      A draft is its writer’s alone, and what it was to start from must exist.
    </Missing>
  );
}
