export default function HomePage() {
  return (
    <main className="home">
      <h1>Forecasting gateway</h1>
      <p>
        This deployment answers one public operation, <code>POST /v1/predict</code>: a question with options of your own
        and dated context goes in, a probability for each of the options comes out. Only reviewed questions and inputs
        are answered, and every answer is recorded.
      </p>
      <ul>
        <li>
          <a href="/openapi.json">API reference</a> (OpenAPI 3.1)
        </li>
        <li>
          <a href="/health/ready">Readiness</a> of the model and of the record
        </li>
        <li>
          Submitting, reviewing and running forecasts is open to programs at <code>/api/trpc</code>, with a session from{" "}
          <code>/api/auth/sign-in/email</code>. The pages for people are being built.
        </li>
      </ul>
    </main>
  );
}
