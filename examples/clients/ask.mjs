import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { GatewayClient, GatewayError, verifyProof } from "forecasting-gateway-client";

// Follows one request through its whole life: review, forecast, proof and score.
//   GATEWAY_URL=http://localhost:3000 GATEWAY_API_KEY=dmk_… node ask.mjs request.json

const { GATEWAY_URL = "http://localhost:3000", GATEWAY_API_KEY = "" } = process.env;
const [file = "request.json"] = process.argv.slice(2);
const SCORE_EVERY_MS = 5_000;

const client = new GatewayClient({ baseUrl: GATEWAY_URL, apiKey: GATEWAY_API_KEY });
const request = JSON.parse(readFileSync(file, "utf8"));

async function ask() {
  try {
    return await client.predict(request);
  } catch (error) {
    if (!(error instanceof GatewayError) || error.submission === undefined) throw error;
    console.log(`Waits for review: ${error.submission.url}`);
    await client.waitForReview(error);
    return client.predict(request);
  }
}

const answer = await ask();
console.log(`Forecast ${answer.request_id}: ${JSON.stringify(answer.result.probabilities)}`);

const proof = await client.proof(answer.request_id);
writeFileSync(`${answer.request_id}.tlog-proof`, proof);
const { seq } = await verifyProof(proof, await client.policy());
console.log(`Proven: event ${seq} of the audit log`);

let score = await client.scores(answer.request_id);
while (!score.scored && (score.reason === "no_outcome" || score.reason === "unconfirmed")) {
  await setTimeout(SCORE_EVERY_MS);
  score = await client.scores(answer.request_id);
}
console.log(score.scored ? `Score: Brier ${score.brier}, log ${score.log}` : `No score: ${score.message}`);
