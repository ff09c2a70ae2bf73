import Link from "next/link";
import { Notice } from "#components/ui/notice.tsx";
import type { ErrorBody } from "#lib/contract/response.ts";
import { routes } from "#lib/routes.ts";

interface RunFaultProps {
  readonly error: {
    readonly message: string;
    readonly data?: { readonly answer?: ErrorBody | undefined } | null | undefined;
  };
}

/** Why there is no forecast: the code that the API would answer, and where it is explained. */
export function RunFault({ error }: RunFaultProps) {
  const answer = error.data?.answer?.error;
  return (
    <Notice
      title={answer === undefined ? "No forecast was made" : `No forecast was made: ${answer.code}`}
      tone="bad"
      live
    >
      <p>{error.message}</p>
      {answer !== undefined && (
        <Link href={routes.errorCode(answer.code)}>What {answer.code} means, and what to do</Link>
      )}
    </Notice>
  );
}
