import { createContext } from 'react';
import type { ChartRequest } from './draw-chart.ts';

/** What draws charts while the server renders (entry.server.tsx gives it); null in the browser. */
export const ChartPen = createContext<((request: ChartRequest) => string) | null>(null);
