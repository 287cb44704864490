// The search field of the image library, with a filter for images without a description.
import { SearchField } from '../../screen/search-field.tsx';
import { libraryTexts } from './library-texts.ts';
import styles from './library.module.css';
import type { ImageFilter } from './use-images.ts';

const t = libraryTexts.search;

interface ImageSearchProps {
  id: string;
  filter: ImageFilter;
  /** the number of images that are shown, for screen readers; null while they are loading */
  found: { count: number; isMore: boolean } | null;
  onChange: (change: Partial<ImageFilter>) => void;
}

export function ImageSearch({ id, filter, found, onChange }: ImageSearchProps) {
  return (
    <div className={styles.search}>
      <SearchField
        className={styles.field}
        id={id}
        label={t.label}
        onSearch={(term) => onChange({ term })}
        placeholder={t.placeholder}
        term={filter.term}
      />
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
    </div>
  );
}
