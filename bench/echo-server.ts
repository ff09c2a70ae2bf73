import { createServer } from "node:http";

/** Reference for the benchmark: a minimal node:http server that parses a JSON body and sends it back. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = JSON.stringify(JSON.parse(Buffer.concat(chunks).toString()));
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
    response.end(body);
  });
});
server.listen(Number(process.argv[2]), "127.0.0.1");
