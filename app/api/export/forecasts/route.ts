export { downloadForecasts as GET } from "#server/api/http/download-forecasts.ts";
