import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { agencyScreenTexts } from './agency-screen-texts.ts';
import styles from './colours.module.css';

const t = agencyScreenTexts.colours.preview;
const address = '/preview/home';

/** The home page as visitors have it, with the colours of the draft, before anything is saved. */
export function ColoursPreview({ sheet }: { sheet: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  const [loads, setLoads] = useState(0);

  useEffect(() => {
    const page = frame.current?.contentDocument;
    const view = frame.current?.contentWindow as (Window & typeof globalThis) | null | undefined;
    if (!page || !view || loads === 0) return;
    page.documentElement.dataset['theme'] = theme;
    // a sheet made by a script is none that the content security policy has to allow
    const styleSheet = new view.CSSStyleSheet();
    styleSheet.replaceSync(sheet);
    page.adoptedStyleSheets = [styleSheet];
  }, [sheet, theme, loads]);

  return (
    <figure className="stack gap-12">
      <div className="spread">
        <figcaption className="field-label">{t.title}</figcaption>
        <Button
          aria-pressed={theme === 'dark'}
          onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
          variant="secondary"
        >
          {t.dark}
        </Button>
      </div>
      <div className={styles.frame}>
        {/* a picture of the page: what is in it is not for the keyboard */}
        <iframe
          inert
          loading="lazy"
          onLoad={() => setLoads(loads + 1)}
          ref={frame}
          sandbox="allow-same-origin"
          src={address}
          tabIndex={-1}
          title={t.title}
        />
      </div>
    </figure>
  );
}
