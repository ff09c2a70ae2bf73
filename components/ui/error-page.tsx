"use client";

import { Alert } from "./alert.tsx";
import { Page } from "./page.tsx";
import { PlainButton } from "./plain-button.tsx";

interface FailureProps {
  readonly retry: () => void;
  /** Under which the server has logged what happened. */
  readonly digest: string | undefined;
}

/** In the place of a page that could not be shown. */
export function ErrorPage({ retry, digest }: FailureProps) {
  return (
    <Page narrow>
      <Alert title="This page could not be loaded" tone="bad" live>
        <p>
          Try it again. If it keeps failing, look whether the gateway is <a href="/health/ready">ready</a>, and tell the
          operators
          {digest === undefined ? (
            "."
          ) : (
            <>
              , naming <code>{digest}</code>: the log has the cause under it.
            </>
          )}
        </p>
        <p>
          <PlainButton onClick={retry}>Try again</PlainButton>
        </p>
      </Alert>
    </Page>
  );
}
