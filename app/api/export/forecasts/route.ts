export { downloadForecasts as GET } from "#server/console/files/download-forecasts.ts";
