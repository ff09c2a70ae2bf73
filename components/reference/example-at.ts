import { isJsonObject } from "#lib/contract/json.ts";

const MAX_LENGTH = 60;

/**
 * Returns the value at a path of an example as JSON, shortened to 60 characters; undefined if there is no such value.
 * Paths are like those of readFields(): "task.criteria.{id}", "input.context[text].text".
 */
export function exampleAt(example: unknown, path: string): string | undefined {
  const steps = path.match(/\{id\}|\[[^\]]*\]|[^.[\]]+/g) ?? [];
  const value = steps.reduce<unknown>(take, example);
  if (value === undefined) return undefined;
  const text = JSON.stringify(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)} …` : text;
}

function take(value: unknown, step: string): unknown {
  if (Array.isArray(value)) {
    const kind = step.slice(1, -1);
    return value.find((item) => kind === "" || (isJsonObject(item) && item.type === kind));
  }
  if (!isJsonObject(value)) return undefined;
  return step === "{id}" ? Object.values(value)[0] : value[step];
}
