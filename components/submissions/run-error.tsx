import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { Link } from "#components/ui/link.tsx";
import { routes } from "#lib/console/routes.ts";
import type { ErrorBody } from "#lib/contract/response.ts";

interface RunErrorProps {
  readonly error: {
    readonly message: string;
    readonly data?: { readonly answer?: ErrorBody | undefined } | null | undefined;
  } | null;
}

export function RunError({ error }: RunErrorProps) {
  const code = error?.data?.answer?.error.code;
  return (
    <ErrorAlert title={code === undefined ? "No forecast was made" : `No forecast was made: ${code}`} error={error}>
      {code !== undefined && <Link href={routes.errorCode(code)}>Explanation of {code}</Link>}
    </ErrorAlert>
  );
}
