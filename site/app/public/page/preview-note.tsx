import { RichText } from '../../texts/rich-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { pageTexts } from './page-texts.ts';
import styles from './preview-note.module.css';

const clock = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'America/Toronto',
});

/** Banner of a preview; `until` in milliseconds since 1970, null on public pages. */
export function PreviewNote({ until }: { until: number | null }) {
  if (until === null) return null;
  const dateTime = new Date(until).toISOString();
  function renderTime(time: string) {
    return <time dateTime={dateTime}>{time}</time>;
  }
  const { label, expires } = pageTexts.preview;
  // browsers and the server put different spaces before PM
  const end = clock.format(until).replaceAll('\u202f', ' ');
  return (
    <div aria-label={label} className={styles.note} role="note">
      <p className="page">
        <Icon name="eye" />
        <strong>{label}</strong>
        <span>
          <RichText tags={{ time: renderTime }} text={expires(end)} />
        </span>
      </p>
    </div>
  );
}
