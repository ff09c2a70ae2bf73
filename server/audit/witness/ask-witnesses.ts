import type { NoteSignature } from "#lib/tlog/signed-note.ts";
import { describeError } from "#server/base/describe-error.ts";
import { askWitness, Fork, type WitnessAddress, type WitnessRequest } from "./ask-witness.ts";

/** The answers of the witnesses to one request. */
export interface WitnessAnswers {
  readonly cosignatures: readonly NoteSignature[];
  /** The witness that has cosigned the most events, if that is more than the checkpoint has. */
  readonly ahead: { readonly name: string; readonly size: number } | undefined;
  /** Name of a witness that has cosigned an inconsistent checkpoint. */
  readonly forked: string | undefined;
}

/** Asks witnesses at the same time to cosign a checkpoint. Calls `onProblem` for each that fails. */
export async function askWitnesses(
  witnesses: readonly WitnessAddress[],
  request: WitnessRequest,
  onProblem: (detail: string) => void,
): Promise<WitnessAnswers> {
  const cosignatures: NoteSignature[] = [];
  let ahead: WitnessAnswers["ahead"];
  let forked: string | undefined;
  const ask = async (witness: WitnessAddress) => {
    const { name } = witness.key;
    try {
      const answer = await askWitness(witness, request);
      if (answer.cosignature !== undefined) cosignatures.push(answer.cosignature);
      else if (answer.size > (ahead?.size ?? 0)) ahead = { name, size: answer.size };
    } catch (error) {
      if (error instanceof Fork) forked = name;
      else onProblem(`the witness ${name} at ${witness.url} did not cosign: ${describeError(error)}`);
    }
  };
  await Promise.all(witnesses.map(ask));
  return { cosignatures, ahead, forked };
}
