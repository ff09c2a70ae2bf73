import Link from "next/link";
import { Alert } from "#components/ui/alert.tsx";
import { routes } from "#lib/console/routes.ts";
import type { ErrorBody } from "#lib/contract/response.ts";

interface RunFaultProps {
  readonly error: {
    readonly message: string;
    readonly data?: { readonly answer?: ErrorBody | undefined } | null | undefined;
  };
}

/** Why there is no forecast: the code that the API would answer, and where it is explained. */
export function RunError({ error }: RunFaultProps) {
  const answer = error.data?.answer?.error;
  return (
    <Alert
      title={answer === undefined ? "No forecast was made" : `No forecast was made: ${answer.code}`}
      tone="bad"
      live
    >
      <p>{error.message}</p>
      {answer !== undefined && (
        <Link href={routes.errorCode(answer.code)}>What {answer.code} means, and what to do</Link>
      )}
    </Alert>
  );
}
