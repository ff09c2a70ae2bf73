type IsoDates<Row> = {
  [Name in keyof Row]: Date extends Row[Name] ? Exclude<Row[Name], Date> | string : Row[Name];
};

/** Returns a row as plain JSON: with its dates as ISO 8601 strings. */
export function isoDates<Row extends object>(row: Row): IsoDates<Row> {
  const values = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(values) as IsoDates<Row>;
}
