import { Icon } from '../../ui/icon.tsx';
import { ErrorLayout } from './error-layout.tsx';

const clock = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'America/Toronto',
});

/** Banner of a preview; `until` in milliseconds since 1970, null on public pages. */
export function PreviewNote({ until }: { until: number | null }) {
  if (until === null) return null;
  // browsers and the server put different spaces before PM
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

/** For an expired or invalid preview. */
export function PreviewExpired() {
  return (
    <ErrorLayout title="This preview has expired">
      <p>Preview links last 30 minutes. Select Preview in the dashboard for a new one.</p>
    </ErrorLayout>
  );
}
