import type { Json } from "#lib/contract/json.ts";

/** A JSON document that can also be invalid: a name can occur twice, and a leaf can be any text. */
export type Tree = ObjectTree | ArrayTree | LeafTree;

export interface ObjectTree {
  readonly kind: "object";
  /** Each name is JSON text, including its quotes and escapes. */
  readonly members: { name: string; value: Tree }[];
}

export interface ArrayTree {
  readonly kind: "array";
  readonly items: Tree[];
}

export interface LeafTree {
  readonly kind: "leaf";
  readonly text: string;
}

export function leaf(text: string): LeafTree {
  return { kind: "leaf", text };
}

export function toTree(value: Json): Tree {
  if (Array.isArray(value)) return { kind: "array", items: value.map(toTree) };
  if (typeof value !== "object" || value === null) return leaf(JSON.stringify(value));
  const members = Object.entries(value).map(([name, of]) => ({ name: JSON.stringify(name), value: toTree(of) }));
  return { kind: "object", members };
}

export function writeTree(tree: Tree): string {
  if (tree.kind === "leaf") return tree.text;
  if (tree.kind === "array") return `[${tree.items.map(writeTree).join(",")}]`;
  return `{${tree.members.map(({ name, value }) => `${name}:${writeTree(value)}`).join(",")}}`;
}

export function objectsIn(tree: Tree): ObjectTree[] {
  if (tree.kind === "leaf") return [];
  if (tree.kind === "array") return tree.items.flatMap(objectsIn);
  return [tree, ...tree.members.flatMap(({ value }) => objectsIn(value))];
}

/** Returns the member at a path of member names and array indexes, or undefined if the path does not exist. */
export function memberAt(tree: Tree, path: readonly string[]): { name: string; value: Tree } | undefined {
  const [step, ...rest] = path;
  if (tree.kind === "array") {
    const item = tree.items[Number(step)];
    return item === undefined ? undefined : memberAt(item, rest);
  }
  if (tree.kind !== "object" || step === undefined) return undefined;
  const member = tree.members.find(({ name }) => name === JSON.stringify(step));
  return member === undefined || rest.length === 0 ? member : memberAt(member.value, rest);
}
