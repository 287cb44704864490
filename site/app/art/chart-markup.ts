import { drawChart, type ChartRequest } from './draw-chart.ts';

/** The paths of a chart, coloured by chart.css. Numbers and our own class names only: nothing to escape. */
export function chartMarkup(request: ChartRequest): string {
  const chart = drawChart(request);
  return (['shoal', 'lines', 'drying', 'land', 'hill'] as const)
    .filter((part) => chart[part] !== '')
    .map((part) => `<path class="chart-${part}" d="${chart[part]}"/>`)
    .join('');
}
