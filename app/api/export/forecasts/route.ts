export { downloadForecasts as GET } from "#server/api/files/download-forecasts.ts";
