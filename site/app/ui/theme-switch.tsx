// Switch component for the colour theme: system, light, dark; stores the choice.
import { useSyncExternalStore } from 'react';
import { localStore } from './browser-storage.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';
import { uiTexts } from './ui-texts.ts';

const texts = uiTexts.theme;

type Theme = 'system' | 'light' | 'dark';

const choices: readonly { theme: Theme; label: string; icon: IconName }[] = [
  { theme: 'system', label: texts.system, icon: 'monitor' },
  { theme: 'light', label: texts.light, icon: 'sun' },
  { theme: 'dark', label: texts.dark, icon: 'moon' },
];

/** The inline script in <head> reads the same key before the first paint. */
const storageKey = 'theme';
const changed = 'themechange';

/**
 * Chooses System, Light or Dark. The choices are buttons, so that a click before hydration is repeated. CSS marks the
 * selected one by the attribute of the document, which is correct before hydration. Hidden without scripts.
 */
export function ThemeSwitch({ compact = false }: { compact?: boolean }) {
  const chosen = useSyncExternalStore(subscribe, readTheme, readServerTheme);
  return (
    <fieldset className="theme-switch segmented">
      <legend className="sr-only">{texts.title}</legend>
      {choices.map(({ theme, label, icon }) => (
        <button
          aria-pressed={chosen === theme}
          data-theme-choice={theme}
          key={theme}
          onClick={() => chooseTheme(theme)}
          type="button"
        >
          <Icon name={icon} />
          <span className={compact ? 'sr-only' : undefined}>{label}</span>
        </button>
      ))}
    </fieldset>
  );
}

function chooseTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  if (theme === 'system') localStore.remove(storageKey);
  else localStore.set(storageKey, theme);
  window.dispatchEvent(new Event(changed));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(changed, listener);
  return () => window.removeEventListener(changed, listener);
}

function readTheme(): Theme {
  const theme = document.documentElement.dataset['theme'];
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function readServerTheme(): Theme {
  return 'system';
}
