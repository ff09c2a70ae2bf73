/** Returns the names of a record's members in the order of the record, for a list of values that have a label each. */
export const namesOf = <Name extends string>(record: Readonly<Record<Name, unknown>>) =>
  Object.keys(record) as [Name, ...Name[]];
