import { Empty } from "#components/ui/empty.tsx";

interface NothingWaitsProps {
  readonly filtered: boolean;
  /** There is something on another page of the queue. */
  readonly elsewhere: boolean;
}

/** Why a page of the queue is empty. */
export function EmptyQueue({ filtered, elsewhere }: NothingWaitsProps) {
  if (elsewhere)
    return <Empty title="Nothing is left on this page">The oldest are on the first page of the queue.</Empty>;
  if (filtered) {
    return (
      <Empty title="Nothing in the queue fits these filters">Look at all of it, from anywhere, or at every task.</Empty>
    );
  }
  return (
    <Empty title="Nothing waits for a review">
      Submissions of researchers appear here, and requests of backends that nobody has reviewed yet.
    </Empty>
  );
}
