"use client";

import { Alert, Button } from "@mantine/core";
import { Page } from "./page.tsx";

interface ErrorPageProps {
  readonly retry: () => void;
  /** Under which the server has logged what happened. */
  readonly digest: string | undefined;
}

/** Replaces a page that could not be shown. */
export function ErrorPage({ retry, digest }: ErrorPageProps) {
  return (
    <Page narrow>
      <Alert title="This page could not be loaded" color="bad" role="alert">
        <p>
          Try again. If it keeps failing, check whether the gateway is <a href="/health/ready">ready</a>, and tell the
          operators
          {digest === undefined ? (
            "."
          ) : (
            <>
              {" "}
              the code <code>{digest}</code>: the log has the cause under it.
            </>
          )}
        </p>
        <Button mt="xs" variant="default" onClick={retry}>
          Try again
        </Button>
      </Alert>
    </Page>
  );
}
