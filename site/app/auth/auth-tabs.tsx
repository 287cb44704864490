import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import styles from './auth-page.module.css';

export interface Tab {
  label: string;
  panel: ReactNode;
}

/** The tab that a key selects, or null. */
function tabForKey(key: string, current: number, count: number): number | null {
  if (key === 'ArrowRight') return (current + 1) % count;
  if (key === 'ArrowLeft') return (current + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

/** Tabs by the ARIA pattern: arrow keys, Home and End select. `first` is selected at first. */
export function AuthTabs({ label, tabs, first }: { label: string; tabs: readonly Tab[]; first: string }) {
  const id = useId();
  const [chosen, setChosen] = useState(() => tabs.findIndex((tab) => tab.label === first));
  const list = useRef<HTMLDivElement>(null);

  function follow(event: KeyboardEvent): void {
    const next = tabForKey(event.key, chosen, tabs.length);
    if (next === null) return;
    event.preventDefault();
    setChosen(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  }

  return (
    <>
      <div aria-label={label} className={styles.tabs} ref={list} role="tablist">
        {tabs.map((tab, index) => (
          <button
            aria-controls={`${id}-panel-${index}`}
            aria-selected={index === chosen}
            id={`${id}-tab-${index}`}
            key={tab.label}
            onClick={() => setChosen(index)}
            onKeyDown={follow}
            role="tab"
            tabIndex={index === chosen ? 0 : -1}
            type="button"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          aria-labelledby={`${id}-tab-${index}`}
          hidden={index !== chosen}
          id={`${id}-panel-${index}`}
          key={tab.label}
          role="tabpanel"
        >
          {index === chosen && tab.panel}
        </div>
      ))}
    </>
  );
}
