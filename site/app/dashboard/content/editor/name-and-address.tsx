import { TextField } from '../../../ui/field.tsx';
import { type StoredRecord, isPublic } from '../content-form.ts';
import { contentTexts } from '../content-texts.ts';
import { slugOf } from './slug.ts';
import styles from './editor.module.css';

const t = contentTexts.fields;

export interface NameAndAddressProps {
  /** begins the ids of both controls: "service" gives service-name and service-slug */
  thing: string;
  /** "Name" or "Title" */
  label: string;
  /** of the list on the public site */
  path: string;
  name: string;
  slug: string;
  /** null while there is no such record yet */
  stored: Pick<StoredRecord, 'slug' | 'is_published' | 'published_at'> | null;
  problemOf: (field: string) => string | undefined;
  onChange: (part: { name?: string; slug?: string }) => void;
}

/** What a record is called, and the web address that is suggested from it. */
export function NameAndAddress(props: NameAndAddressProps) {
  const { thing, label, path, name, slug, stored, problemOf, onChange } = props;
  const isMoving = stored !== null && isPublic(stored) && slug !== stored.slug;

  function rename(next: string): void {
    // the address follows the name until one is typed, and never once it is stored
    const follows = stored === null && slug === slugOf(name);
    onChange(follows ? { name: next, slug: slugOf(next) } : { name: next });
  }

  return (
    <div className={styles.pair}>
      <TextField
        autoComplete="off"
        error={problemOf(`${thing}-name`)}
        id={`${thing}-name`}
        label={label}
        marked
        name="name"
        onChange={(event) => rename(event.target.value)}
        required
        value={name}
      />
      <TextField
        autoCapitalize="none"
        autoComplete="off"
        error={problemOf(`${thing}-slug`)}
        hint={isMoving ? t.slugMoves(`${path}/${stored.slug}`) : `${path}/${slug}`}
        id={`${thing}-slug`}
        label={t.slug}
        marked
        name="slug"
        onChange={(event) => onChange({ slug: event.target.value.trim() })}
        required
        spellCheck={false}
        value={slug}
      />
    </div>
  );
}
