// Selecting items of a list, to do something with several at once: the check boxes, and the bar with the actions.
import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { screenTexts } from './screen-texts.ts';
import styles from './selection.module.css';

const t = screenTexts.selection;

/** The selected items among those that are shown: what a filter hides is not changed with the others. */
export function useSelection<Item extends { id: string }>(shown: readonly Item[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    items: shown.filter(({ id }) => ids.has(id)),
    has: (id: string) => ids.has(id),
    toggle(id: string): void {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
    selectShown: () => setIds(new Set(shown.map(({ id }) => id))),
    clear: () => setIds(new Set()),
    shownCount: shown.length,
  };
}

type Selection = ReturnType<typeof useSelection>;

interface SelectBoxProps {
  id: string;
  /** the name of the item */
  name: string;
  selection: Pick<Selection, 'has' | 'toggle'>;
}

export function SelectBox({ id, name, selection }: SelectBoxProps) {
  return (
    <label className={styles.box}>
      <input
        aria-label={t.select(name)}
        checked={selection.has(id)}
        onChange={() => selection.toggle(id)}
        type="checkbox"
      />
    </label>
  );
}

interface SelectableListProps {
  selection: Pick<Selection, 'clear' | 'items' | 'selectShown' | 'shownCount'>;
  /** the items, plural and lower case: "services" */
  what: string;
  one: string;
  /** the buttons of what can be done with the selected items */
  actions: ReactNode;
  /** what came of the last action */
  result?: ReactNode;
  /** the list */
  children: ReactNode;
}

/** A list with the bar for its selected items, which is shown while there are any. */
export function SelectableList(props: SelectableListProps) {
  const { selection, one, what, actions, result, children } = props;
  const { items, shownCount, selectShown, clear } = selection;
  const count = t.count(items.length, one, what);

  function clearAll(): void {
    clear();
    // the focused button is removed
    document.querySelector('h1')?.focus();
  }

  return (
    <div className={styles.selectable}>
      {items.length > 0 && (
        <fieldset aria-label={count} className={styles.bar}>
          {result}
          <div className={styles.row}>
            <div className={styles.count}>
              <p aria-live="polite" className="font-semibold">
                {count}
              </p>
              {items.length < shownCount && (
                <Button onClick={selectShown} variant="ghost">
                  {t.selectShown(shownCount)}
                </Button>
              )}
              <Button onClick={clearAll} variant="ghost">
                {t.clear}
              </Button>
            </div>
            <div className={styles.actions}>{actions}</div>
          </div>
        </fieldset>
      )}
      {children}
    </div>
  );
}
