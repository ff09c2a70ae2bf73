import { parseInteger } from "./checkpoint.ts";
import { COSIGNATURE_V1, ED25519, parseVerifierKey, printVerifierKey, type VerifierKey } from "./signed-note.ts";

/** Logs and witnesses that a verifier trusts, in the format of c2sp.org/tlog-policy. */
export interface Policy {
  readonly logs: readonly VerifierKey[];
  readonly witnesses: readonly Witness[];
  /** Whether a set of witnesses suffices. */
  readonly isQuorum: (names: ReadonlySet<string>) => boolean;
}

export interface Witness {
  /** Name within the policy, which may differ from the name of the key. */
  readonly name: string;
  readonly key: VerifierKey;
  readonly url: string | undefined;
}

type Rule = (cosigned: ReadonlySet<string>) => boolean;

/** Prints a policy that requires cosignatures of more than half of the witnesses; none if there are no witnesses. */
export function printPolicy(
  logs: readonly VerifierKey[],
  witnesses: readonly { readonly key: VerifierKey; readonly url: string }[],
): string {
  const named = witnesses.map(({ key, url }, index) => ({ name: `w${index + 1}`, key, url }));
  const quorum =
    named.length === 0
      ? ["quorum none"]
      : [
          `group majority ${Math.floor(named.length / 2) + 1} ${named.map(({ name }) => name).join(" ")}`,
          "quorum majority",
        ];
  return [
    ...logs.map((key) => `log ${printVerifierKey(key)}`),
    ...named.map(({ name, key, url }) => `witness ${name} ${printVerifierKey(key)} ${url}`),
    ...quorum,
    "",
  ].join("\n");
}

/** Parses a policy. Throws a SyntaxError that names the line. */
export async function parsePolicy(text: string): Promise<Policy> {
  const logs: VerifierKey[] = [];
  const witnesses: Witness[] = [];
  const rules = new Map<string, Rule>();
  const members = new Set<string>();
  let quorum: Rule | undefined;
  for (const [number, line] of text.split("\n").entries()) {
    const [kind = "", ...items] = line.split(/[ \t]+/).filter((item) => item !== "");
    if (kind === "" || kind.startsWith("#")) continue;
    const fail = (problem: string) => new SyntaxError(`line ${number + 1} of the policy: ${problem}`);
    const [first = "", second = "", ...rest] = items;
    const define = (rule: Rule) => {
      if (first === "" || first === "none" || rules.has(first)) throw fail(`"${first}" cannot be defined here`);
      rules.set(first, rule);
    };
    switch (kind) {
      case "log":
        logs.push(await readKey(first, ED25519, fail));
        break;
      case "witness": {
        define((cosigned) => cosigned.has(first));
        witnesses.push({ name: first, key: await readKey(second, COSIGNATURE_V1, fail), url: rest[0] });
        break;
      }
      case "group": {
        const parts = rest.map((name) => {
          if (members.has(name)) throw fail(`"${name}" is already a member of a group`);
          members.add(name);
          return find(rules, name, fail);
        });
        const least = second === "any" ? 1 : second === "all" ? parts.length : (parseInteger(second) ?? 0);
        if (least < 1 || least > parts.length) throw fail(`"${second}" is not a threshold of ${parts.length} members`);
        define((cosigned) => parts.filter((isMet) => isMet(cosigned)).length >= least);
        break;
      }
      case "quorum":
        if (quorum !== undefined) throw fail("a second quorum");
        quorum = first === "none" ? () => true : find(rules, first, fail);
        break;
      default:
        throw fail(`"${kind}" is unknown`);
    }
  }
  if (quorum === undefined) throw new SyntaxError("the policy has no quorum line");
  const keys = [...logs, ...witnesses.map(({ key }) => key)].map(({ type, publicKey }) => `${type} ${publicKey}`);
  if (new Set(keys).size < keys.length) throw new SyntaxError("two lines of the policy have the same public key");
  return { logs, witnesses, isQuorum: quorum };
}

type Fail = (problem: string) => SyntaxError;

function find(rules: ReadonlyMap<string, Rule>, name: string, fail: Fail): Rule {
  const rule = rules.get(name);
  if (rule === undefined) throw fail(`"${name}" is not defined above`);
  return rule;
}

async function readKey(text: string, type: VerifierKey["type"], fail: Fail): Promise<VerifierKey> {
  const key = await parseVerifierKey(text);
  if (key?.type !== type) throw fail(`"${text}" is not a verifier key of the required type`);
  return key;
}
