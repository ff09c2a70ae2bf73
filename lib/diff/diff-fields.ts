import { readHistory } from "#lib/contract/history.ts";
import { isJsonObject } from "#lib/contract/json.ts";

export interface Change {
  readonly kind: "changed" | "added" | "removed" | "moved";
  /** The path of the value, such as "input.context[3].text". For a removed value, its path in the old version. */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/**
 * Compares two JSON values field by field. List items are matched by content, not by index, so an insertion at the
 * start is one addition. A changed item is matched by its `observed_at`, otherwise by its index, provided that both
 * have the same subject. Values of a history are matched by their time. Pure.
 */
export function diffFields(before: unknown, after: unknown, path = ""): Change[] {
  if (same(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return diffLists(before, after, path);
  if (isRecord(before) && isRecord(after)) return diffRecords(byTime(before), byTime(after), path);
  return [{ kind: "changed", path, before, after }];
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns a history with its values by time, so that both forms of it are comparable; any other record unchanged. */
function byTime(fields: Fields): Fields {
  const history = isJsonObject(fields) && fields.kind === "history" ? readHistory(fields) : undefined;
  if (!history?.ok) return fields;
  const { start, every, ...rest } = fields;
  return { ...rest, values: Object.fromEntries(history.values.map(({ time, value }) => [time, value])) };
}

function diffRecords(before: Fields, after: Fields, path: string): Change[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name): Change[] => {
    const at = path === "" ? name : `${path}.${name}`;
    if (!Object.hasOwn(before, name)) return [{ kind: "added", path: at, after: after[name] }];
    if (!Object.hasOwn(after, name)) return [{ kind: "removed", path: at, before: before[name] }];
    return diffFields(before[name], after[name], at);
  });
}

interface Item {
  readonly index: number;
  readonly value: unknown;
}

function diffLists(before: readonly unknown[], after: readonly unknown[], path: string): Change[] {
  const gone: Item[] = before.map((value, index) => ({ index, value }));
  const come: Item[] = after.map((value, index) => ({ index, value }));
  const unchanged = takePairs(gone, come, (one, other) => same(one.value, other.value));
  const rewritten = [
    ...takePairs(
      gone,
      come,
      (one, other) => dateOf(one) !== undefined && dateOf(one) === dateOf(other) && areRelated(one.value, other.value),
    ),
    ...takePairs(gone, come, (one, other) => one.index === other.index && areRelated(one.value, other.value)),
  ];
  const changes = [
    ...rewritten.flatMap(([one, other]) => diffFields(one.value, other.value, `${path}[${other.index}]`)),
    ...gone.map(({ index, value }): Change => ({ kind: "removed", path: `${path}[${index}]`, before: value })),
    ...come.map(({ index, value }): Change => ({ kind: "added", path: `${path}[${index}]`, after: value })),
  ];
  const inOrder = unchanged.every(([, other], at) => at === 0 || (unchanged[at - 1]?.[1].index ?? 0) < other.index);
  return inOrder ? changes : [...changes, { kind: "moved", path }];
}

/** Removes matching items from both lists and returns them in pairs. */
function takePairs(gone: Item[], come: Item[], belong: (one: Item, other: Item) => boolean): [Item, Item][] {
  const pairs: [Item, Item][] = [];
  for (const one of [...gone]) {
    const at = come.findIndex((other) => belong(one, other));
    const other = come[at];
    if (other === undefined) continue;
    come.splice(at, 1);
    gone.splice(gone.indexOf(one), 1);
    pairs.push([one, other]);
  }
  return pairs;
}

const SUBJECTS = ["type", "kind", "source", "series", "reference_class"];

/** Whether two values are versions of one observation: same subject, or texts that share half of their words. */
function areRelated(one: unknown, other: unknown): boolean {
  if (!isRecord(one) || !isRecord(other)) return true;
  if (typeof one.text === "string" && typeof other.text === "string") return shareWords(one.text, other.text);
  return SUBJECTS.every((name) => one[name] === other[name]) && areRelated(one.data, other.data);
}

function shareWords(one: string, other: string): boolean {
  const [words, others] = [one, other].map((text) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []));
  if (words === undefined || others === undefined) return false;
  const shared = [...words].filter((word) => others.has(word)).length;
  return 2 * shared >= Math.min(words.size, others.size);
}

function dateOf({ value }: Item): unknown {
  return isRecord(value) ? value.observed_at : undefined;
}

function same(before: unknown, after: unknown): boolean {
  if (Object.is(before, after)) return true;
  if (Array.isArray(before) && Array.isArray(after)) {
    return before.length === after.length && before.every((item, index) => same(item, after[index]));
  }
  if (!isRecord(before) || !isRecord(after)) return false;
  const names = Object.keys(before);
  return (
    names.length === Object.keys(after).length &&
    names.every((name) => Object.hasOwn(after, name) && same(before[name], after[name]))
  );
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
