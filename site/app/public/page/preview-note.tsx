import { Icon } from '../../ui/icon.tsx';
import { Uncharted } from './uncharted.tsx';

const clock = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'America/Toronto',
});

/** On top of a page that was opened by a preview's address; `until` is in milliseconds since 1970, null elsewhere. */
export function PreviewNote({ until }: { until: number | null }) {
  if (until === null) return null;
  // the browser may set a narrow no-break space before PM where the server sets another
  const end = clock.format(until).replaceAll('\u202f', ' ');
  return (
    <div aria-label="Draft preview" className="preview-note" role="note">
      <p className="page">
        <Icon name="eye" />
        <strong>Draft preview</strong>
        <span>
          Draft, not public. This link expires at <time dateTime={new Date(until).toISOString()}>{end}</time>{' '}
          (Toronto time).
        </span>
      </p>
    </div>
  );
}

/** A preview's address that is over, or never was one. */
export function PreviewOver() {
  return (
    <Uncharted title="This preview has expired">
      <p>Preview links last 30 minutes. Select Preview in the dashboard for a new one.</p>
    </Uncharted>
  );
}
