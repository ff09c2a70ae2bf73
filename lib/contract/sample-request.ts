export const SAMPLE_REQUEST = {
  model: "service-r13-c",
  task: {
    type: "choice",
    instructions: "The question, as a reader would understand it.",
    criteria: { yes: "What must happen for yes.", no: "What must happen for no." },
    resolution: { criteria: "Who or what decides, and the source.", resolves_at: "2030-01-01T00:00:00Z" },
  },
  input: {
    as_of: "2029-06-01T09:00:00+02:00",
    context: [
      { type: "text", text: "A dated report.", observed_at: "2029-05-28T12:00:00Z" },
      {
        type: "structured",
        data: { kind: "forecast", source: "A market", probabilities: { yes: 0.3, no: 0.7 } },
        observed_at: "2029-05-31T12:00:00Z",
      },
    ],
  },
};
