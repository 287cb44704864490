// The search field of the image library, with a filter for images without a description.
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { libraryTexts } from './library-texts.ts';
import styles from './library.module.css';
import type { ImageFilter } from './use-images.ts';

const t = libraryTexts.search;
const searchDelayMs = 250;

interface ImageSearchProps {
  id: string;
  filter: ImageFilter;
  /** the number of images that are shown, for screen readers; null while they are loading */
  found: { count: number; isMore: boolean } | null;
  onChange: (change: Partial<ImageFilter>) => void;
}

export function ImageSearch({ id, filter, found, onChange }: ImageSearchProps) {
  const [text, setText] = useState(filter.term);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function search(next: string): void {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange({ term: next.trim() }), searchDelayMs);
  }

  return (
    <search className={styles.search}>
      <span className={styles.field}>
        <label className="sr-only" htmlFor={id}>
          {t.label}
        </label>
        <Icon name="search" />
        <input
          autoComplete="off"
          className="input"
          id={id}
          maxLength={255}
          onChange={(event) => search(event.target.value)}
          // in a dialog, Enter would submit its form
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          placeholder={t.placeholder}
          type="search"
          value={text}
        />
      </span>
      <label className="check-field">
        <input
          checked={filter.isUndescribed}
          onChange={(event) => onChange({ isUndescribed: event.target.checked })}
          type="checkbox"
        />
        <span>{t.undescribed}</span>
      </label>
      <p aria-live="polite" className="sr-only">
        {found && filter.term !== '' ? t.found(found.count, found.isMore) : ''}
      </p>
    </search>
  );
}
