import { useQuery } from "@tanstack/react-query";
import { Link } from "#components/ui/link.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { countOf } from "#lib/format.ts";
import styles from "./observation-table.module.css";

/** Record of a source in a few words: "Source: 0.21 Brier, 34 questions". Empty while it loads, and if it cannot be read. */
export function SourceRecord({ name }: { readonly name: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.outcomes.source.queryOptions({ name }, { retry: false, staleTime: 60_000 }));
  if (data === undefined) return null;
  const { questions, brier } = data;
  return (
    <Link href={routes.sources()} title={`Record of ${name}`} className={styles.record}>
      Source: {brier !== null && `${brier.toFixed(2)} Brier, `}
      {questions === 0 ? "no scored questions" : countOf(questions, "question")}
    </Link>
  );
}
