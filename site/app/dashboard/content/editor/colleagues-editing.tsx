// Shows which colleagues have a record open, and in which field they are, by Realtime presence.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callDatabaseFunction } from '../../../data/call-database-function.ts';
import { createOwnActivity } from '../../presence/own-activity.ts';
import { createPresence } from '../../presence/presence-channel.ts';
import { useColleaguesAt } from '../../presence/use-colleagues-at.ts';
import type { ContentDraft, ContentScreenDefinition } from '../content-form.ts';
import { contentTexts } from '../content-texts.ts';
import { describeColumns } from '../versions/describe-columns.ts';
import styles from '../../presence/colleagues.module.css';

const t = contentTexts.colleagues;
const editorActivity = createOwnActivity();
const editorPresence = createPresence('editor-presence', editorActivity);

/** The colleagues who have the record open, each with the field they focused last. */
function useColleaguesEditing(place: string): { name: string; field: string | null }[] {
  const others = useColleaguesAt(editorPresence, place);
  const { data } = useQuery({
    queryKey: ['content-colleagues'],
    queryFn: () => callDatabaseFunction('content_colleagues'),
    enabled: others.length > 0,
  });
  if (!data) return [];
  return [...Map.groupBy(others, ({ account }) => account)].map(([account, tabs]) => ({
    name: data.find(({ id }) => id === account)?.name ?? t.colleague,
    field: tabs.find(({ detail }) => detail !== null)?.detail ?? null,
  }));
}

interface RecordPresenceProps {
  /** identifies the record */
  place: string;
  screen: ContentScreenDefinition;
  values: ContentDraft;
}

/** The field of a control: its ID begins with that of the screen. */
function fieldOf(target: EventTarget | null, idPrefix: string, names: readonly string[]): string | null {
  const id = target instanceof HTMLElement ? target.id : '';
  return names.find((name) => `${id}-`.startsWith(`${idPrefix}-${name}-`)) ?? null;
}

/** At the head of the editor; publishes which field this user is in. */
export function ColleaguesInRecord({ place, screen, values }: RecordPresenceProps) {
  const colleagues = useColleaguesEditing(place);
  const names = Object.keys(values).join(' ');
  useEffect(() => {
    const report = (target: EventTarget | null) =>
      editorActivity.report(place, fieldOf(target, screen.id, names.split(' ')));
    const reportFocus = ({ target }: FocusEvent) => report(target);
    report(document.activeElement);
    document.addEventListener('focusin', reportFocus);
    return () => {
      document.removeEventListener('focusin', reportFocus);
      editorActivity.end(place);
    };
  }, [place, screen.id, names]);
  const labelOf = (field: string | null) =>
    field === null ? undefined : describeColumns(screen, values, new Map(), [field])[0]?.label;
  return (
    <output className={colleagues.length > 0 ? styles.here : undefined}>
      {colleagues
        .map(({ name, field }) => ({ name, label: labelOf(field) }))
        .map(({ name, label }) => (label === undefined ? t.open(name) : t.editing(name, label)))
        .join(' ')}
    </output>
  );
}

const list = new Intl.ListFormat('en-CA');

/** Beside a field; what the head announces. */
export function ColleaguesInField({ place, names }: { place: string; names: readonly string[] }) {
  const here = useColleaguesEditing(place).filter(({ field }) => field !== null && names.includes(field));
  if (here.length === 0) return null;
  return <p className={styles.inField}>{t.here(list.format(here.map(({ name }) => name)), here.length)}</p>;
}
