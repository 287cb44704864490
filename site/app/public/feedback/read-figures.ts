import type { RouterContextProvider } from 'react-router';
import { serverClient } from '../../data/server-client.ts';

/** Of the last 12 months; `medianDays` is null while no report was answered. */
export interface FeedbackFigures {
  received: number;
  answered: number;
  medianDays: number | null;
}

/** Null where they cannot be read: the statement and its form matter more than the figures. */
export async function readFigures(context: Readonly<RouterContextProvider>): Promise<FeedbackFigures | null> {
  const { data } = await serverClient(context).rpc('accessibility_feedback_figures');
  const figures = data?.[0];
  if (!figures) return null;
  return { received: figures.received, answered: figures.answered, medianDays: figures.median_days };
}
