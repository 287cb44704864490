import { namedContext } from './named-context.ts';

/** Logs a fault under the ID of its request. The event is stable, such as `lead.not_stored`. */
export type LogFault = (event: string, error: unknown) => void;

/** Of the request; server/site/create-renderer.ts sets it. */
export const logContext = namedContext<LogFault>('log-context', (event, error) =>
  console.error(event, error),
);
