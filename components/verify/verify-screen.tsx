"use client";

import { Grid, Stack, Text, Textarea } from "@mantine/core";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { parsePolicy } from "#lib/tlog/policy.ts";
import { verifyProof } from "#lib/tlog/verify-proof.ts";
import { VerdictPanel } from "./verdict-panel.tsx";

/** Verifies proofs with WebCrypto in the browser. Sends nothing. */
export function VerifyScreen({ policy: initial }: { readonly policy: string }) {
  const [policy, setPolicy] = useState(initial);
  const [proof, setProof] = useState<{ readonly name: string; readonly text: string }>();
  const [result, setResult] = useState<ReactNode>();
  /** Number of the last check, so that an earlier check that ends later is ignored. */
  const last = useRef(0);

  async function check(name: string, text: string, trusted: string): Promise<void> {
    const own = ++last.current;
    setProof({ name, text });
    const found = await verify(name, text, trusted);
    if (own === last.current) setResult(found);
  }

  async function open(file: File | undefined): Promise<void> {
    if (file !== undefined) await check(file.name, await file.text(), policy);
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    void open(event.dataTransfer.files[0]);
  }

  return (
    <Page
      title="Verify a proof"
      about="A proof shows that an event was in an audit log. This page verifies it in your browser and sends nothing."
    >
      <Grid gap={{ base: "lg", md: 48 }}>
        <Grid.Col span={{ base: 12, md: 7.5 }}>
          <Panel title="Proof">
            <Stack gap="sm" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
              <label style={{ maxWidth: "100%" }}>
                File with the extension .tlog-proof; you can also drop it here{" "}
                <input
                  type="file"
                  accept=".tlog-proof,text/plain"
                  onChange={({ currentTarget }) => void open(currentTarget.files?.[0])}
                />
              </label>
              <div role="status">{result}</div>
            </Stack>
          </Panel>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4.5 }}>
          <Panel title="Trusted keys">
            <Textarea
              label="Policy"
              description="The keys of this gateway’s log and of its witnesses. For another log, or if you do not trust this page to supply the keys, paste your own policy."
              value={policy}
              onChange={({ currentTarget: { value } }) => {
                setPolicy(value);
                if (proof !== undefined) void check(proof.name, proof.text, value);
              }}
              autosize
              minRows={4}
              maxRows={14}
              spellCheck={false}
              styles={{ input: { fontFamily: "var(--mono)", fontSize: 12 } }}
            />
          </Panel>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

async function verify(name: string, text: string, trusted: string): Promise<ReactNode> {
  try {
    const policy = await parsePolicy(trusted);
    return <VerdictPanel file={name} verification={await verifyProof(text, policy)} />;
  } catch (error) {
    const problem =
      error instanceof SyntaxError
        ? `The policy is invalid: ${error.message}.`
        : "This browser cannot verify Ed25519 signatures. Use a current browser, or npm run verify.";
    return <Text c="var(--bad)">{problem}</Text>;
  }
}
