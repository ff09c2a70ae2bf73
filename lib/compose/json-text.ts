/** JSON put together from texts that are JSON already. */

export type Members = readonly (readonly [name: string, json: string])[];

export const quote = (text: string): string => JSON.stringify(text);

export function object(members: Members): string {
  return `{${members.map(([name, json]) => `${quote(name)}:${json}`).join(",")}}`;
}
