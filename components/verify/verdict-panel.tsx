import { Stack, Text, Title } from "@mantine/core";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { DescriptionList } from "#components/ui/description-list.tsx";
import { countOf, formatCount, formatInstant, visible } from "#lib/format.ts";
import type { Verification, VerificationError, VerifiedProof } from "#lib/tlog/verify-proof.ts";

const ERRORS: Readonly<Record<VerificationError, string>> = {
  "not a proof": "The file is not a proof in the format c2sp.org/tlog-proof@v1, or it is damaged.",
  "no leaf": "The proof does not contain the event that it proves.",
  "not a checkpoint": "The proof contains no checkpoint.",
  "unknown log": "None of the trusted keys belongs to the log that signed this proof.",
  "invalid signature": "The log’s signature does not match the checkpoint.",
  "invalid cosignature": "A witness’s signature does not match the checkpoint.",
  "missing cosignatures":
    "The log signed the checkpoint, but too few witnesses have cosigned it. Download the proof again later.",
  "not in the log": "The event is not at this position in the signed log.",
};

interface VerdictPanelProps {
  readonly file: string;
  readonly verification: Verification<VerifiedProof>;
  readonly needsWitness: boolean;
}

/** The result of the verification of one proof, with what it proves and what it does not. */
export function VerdictPanel({ file, verification, needsWitness }: VerdictPanelProps) {
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
  const { checkpoint, index, leaf } = verification.value;
  const { cosignatures, origin, size } = checkpoint;
  const earliest = cosignatures.reduce<number | undefined>(
    (first, { time }) => Math.min(first ?? time, time),
    undefined,
  );
  const before = earliest === undefined ? undefined : formatInstant(new Date(earliest * 1000).toISOString());
  return (
    <Stack gap="sm">
      <Title order={3} c="var(--good)">
        Verified: {visible(file)}
      </Title>
      <p>
        The log <code>{visible(origin)}</code>, signed with {countOf(size, "event")}, contains this event as event{" "}
        {formatCount(index + 1)}.{" "}
        {before === undefined
          ? "Not witnessed: no witness has cosigned the checkpoint, so only the operator vouches for the log."
          : `The event was recorded before ${before} UTC.`}
      </p>
      <DescriptionList
        items={[
          ...cosignatures.map(({ witness, time }) => ({
            name: `Cosigned by ${visible(witness)}`,
            value: `${formatInstant(new Date(time * 1000).toISOString())} UTC`,
          })),
          { name: "Policy", value: needsWitness ? "requires witnesses" : "trusts the log alone" },
        ]}
      />
      <CodeBlock text={printEvent(leaf)} what="event" label="Event" />
      <Text c="dimmed" size="sm">
        Not proven: that the event is true, or that a forecast is good.{" "}
        {cosignatures.length === 0
          ? "Without witnesses, the operator could show others a different log."
          : "The witnesses have seen no log with another event at this position."}
      </Text>
    </Stack>
  );
}

/** A leaf is the event's hash in the chain, 32 bytes, followed by its canonical JSON. */
function printEvent(leaf: Uint8Array): string {
  const body = new TextDecoder().decode(leaf.subarray(32));
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
