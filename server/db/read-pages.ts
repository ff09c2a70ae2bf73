/** Yields pages of rows until one is empty. `readPage` gets the last row of the previous page. */
export async function* readPages<Row>(
  readPage: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let page = await readPage(undefined); page.length > 0; page = await readPage(page.at(-1))) yield page;
}

/** Yields the rows of all pages. */
export async function* readAll<Row>(readPage: (last: Row | undefined) => Promise<readonly Row[]>): AsyncGenerator<Row> {
  for await (const page of readPages(readPage)) yield* page;
}
