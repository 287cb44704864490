// The search field of a list.
import { useEffect, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { isComposing } from '../../ui/keys.ts';
import styles from './search-field.module.css';

const searchDelayMs = 250;

interface SearchFieldProps {
  id: string;
  label: string;
  placeholder: string;
  /** what the list shows now */
  term: string;
  /** called when typing has paused, or for Enter */
  onSearch: (term: string) => void;
  className?: string | undefined;
}

/** No form, because a dialog with this field may be in one. */
export function SearchField({ id, label, placeholder, term, onSearch, className }: SearchFieldProps) {
  const [text, setText] = useState(term);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastSearch = useRef(term);

  // Shows the search of the URL when something else has changed it, such as the back button or "Clear search".
  useEffect(() => {
    if (term === lastSearch.current) return;
    clearTimeout(timer.current);
    lastSearch.current = term;
    setText(term);
  }, [term]);

  useEffect(() => () => clearTimeout(timer.current), []);

  function search(next: string): void {
    clearTimeout(timer.current);
    lastSearch.current = next.trim();
    onSearch(next.trim());
  }

  function change(next: string): void {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(search, searchDelayMs, next);
  }

  return (
    <search className={classNames(styles.search, className)}>
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <Icon name="search" />
      <input
        autoComplete="off"
        className="input"
        id={id}
        maxLength={255}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
          event.preventDefault();
          search(text);
        }}
        placeholder={placeholder}
        type="search"
        value={text}
      />
    </search>
  );
}
