/** Builds JSON as text: a JavaScript object would drop duplicate names and put names such as "10" first. */
export function printObject(members: readonly (readonly [name: string, json: string | undefined])[]): string {
  const present = members.filter(([, json]) => json !== undefined);
  return `{${present.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`;
}

/** Returns the text as a JSON string; undefined if it is empty. */
export const printText = (text: string): string | undefined => (text === "" ? undefined : JSON.stringify(text));
