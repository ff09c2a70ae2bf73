"use client";

import { Grid, Stack, Text, Textarea, Title } from "@mantine/core";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { isJsonObject } from "#lib/contract/json.ts";
import { countOf, formatCount, visible } from "#lib/format.ts";
import { parsePolicy } from "#lib/tlog/policy.ts";
import { type Verification, type VerificationError, type VerifiedProof, verifyProof } from "#lib/tlog/verify-proof.ts";
import { describeEvent, describeWitnesses } from "./describe-event.ts";

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

const ERRORS: Readonly<Record<VerificationError, string>> = {
  "not a proof": "The file is not a proof in the format c2sp.org/tlog-proof@v1, or it is damaged.",
  "no leaf": "The proof does not contain the event that it proves.",
  "not a checkpoint": "The proof contains no checkpoint.",
  "unknown log": "None of the trusted keys belongs to the log that signed this proof.",
  "invalid signature": "The log’s signature does not match the checkpoint.",
  "invalid cosignature": "A witness’s signature does not match the checkpoint, or states an impossible time.",
  "missing cosignatures":
    "The log signed the checkpoint, but too few witnesses have cosigned it. Download the proof again later.",
  "not in the log": "The event is not at this position in the signed log.",
  "not an event": "The signed log contains something other than an event at this position.",
  "changed content": "A content in the proof is not the one to which the event commits, or it is damaged.",
};

interface VerdictPanelProps {
  readonly file: string;
  readonly verification: Verification<VerifiedProof>;
}

/** The result of the verification of one proof, with what it proves and what it does not. */
function VerdictPanel({ file, verification }: VerdictPanelProps) {
  if (!verification.ok) {
    return (
      <>
        <Title order={3} c="var(--bad)">
          Not verified: {visible(file)}
        </Title>
        <p>{ERRORS[verification.error]}</p>
      </>
    );
  }
  const { checkpoint, index, event, contents } = verification.value;
  const { origin, size, witnessedAt } = checkpoint;
  return (
    <Stack gap="sm">
      <Title order={3} c="var(--good)">
        Verified: {visible(file)}
      </Title>
      <p>
        The log <code>{visible(origin)}</code>, signed with {countOf(size, "event")}, contains this event as event{" "}
        {formatCount(index + 1)}. {describeWitnesses(checkpoint)}
      </p>
      {isJsonObject(event) && <p>{describeEvent(event)}</p>}
      <details>
        <summary>Event as JSON</summary>
        <CodeBlock text={JSON.stringify(event, null, 2)} what="event" label="Event" />
      </details>
      {isJsonObject(event.contents) && <EventContents fields={Object.keys(event.contents)} contents={contents} />}
      <Text c="dimmed" size="sm">
        Not proven: that the event is true, or that a forecast is good.{" "}
        {witnessedAt === undefined
          ? "The policy trusts the log alone, so the operator could show others a different log."
          : "The witnesses have seen no log with another event at this position."}
      </Text>
    </Stack>
  );
}

interface EventContentsProps {
  /** The fields to which the event commits. */
  readonly fields: readonly string[];
  /** Those that the proof discloses. */
  readonly contents: Readonly<Record<string, unknown>>;
}

/** The texts and personal data of an event, as far as its proof discloses them. */
function EventContents({ fields, contents }: EventContentsProps) {
  return (
    <>
      <h3>Contents of the event</h3>
      {fields.map((field) =>
        Object.hasOwn(contents, field) ? (
          <div key={field}>
            <code>{visible(field)}</code>
            <CodeBlock text={printValue(contents[field])} what={visible(field)} label={visible(field)} wrap />
          </div>
        ) : (
          <p key={field}>
            <code>{visible(field)}</code>: withheld or erased. The proof contains only its digest.
          </p>
        ),
      )}
    </>
  );
}

function printValue(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
