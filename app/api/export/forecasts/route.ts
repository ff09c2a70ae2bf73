export { downloadForecasts as GET } from "#server/http/download-forecasts.ts";
