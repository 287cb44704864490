// A preview of a public page beside the fields of the agency's details, with unsaved changes.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { AgencyRecord } from '../../agency/agency-fields.ts';
import { fetchJsonAsUser } from '../../data/browser-client.ts';
import { classNames } from '../../ui/class-names.ts';
import { SelectField } from '../../ui/field.tsx';
import { SelectOptions } from '../screen/select-options.tsx';
import { Panel } from '../screen/panel.tsx';
import { QueryResult } from '../screen/query-result.tsx';
import { readPageWithoutScripts } from '../screen/read-page-without-scripts.ts';
import { agencyScreenTexts } from './agency-screen-texts.ts';
import type { SavedPartner } from './partners-section.tsx';
import type {
  AgencyPreviewPath,
  AgencyPreviewRequest,
  AgencyPreviewResponse,
} from './agency-preview-request.ts';
import styles from './agency-page-preview.module.css';

const t = agencyScreenTexts.preview;

/** The page and its section that show what a screen edits; by default the top of the home page, null for no preview. */
const firstPages: Readonly<Record<string, { path: AgencyPreviewPath; at?: string } | null>> = {
  contact: { path: '/contact' },
  hours: { path: '/contact' },
  'about-us': { path: '/', at: '#about' },
  pages: { path: '/services' },
  reputation: { path: '/services' },
  partners: { path: '/', at: '#partners-title' },
  forms: { path: '/contact' },
  closing: { path: '/', at: '#closing-title' },
  legal: { path: '/privacy' },
  accessibility: { path: '/accessibility' },
  mail: null,
  versions: null,
};

export function hasAgencyPreview(screen: string): boolean {
  return firstPages[screen] !== null;
}

const widths = { phone: 390, desktop: 1280 } as const;
const themes = ['light', 'dark'] as const;
/** delay after the last key press */
const debounceMs = 400;

function firstWidth(): keyof typeof widths {
  return matchMedia('(width < 72rem)').matches ? 'phone' : 'desktop';
}

interface AgencyPagePreviewProps {
  screen: string;
  record: AgencyRecord;
  partners: readonly SavedPartner[];
  /** changes with each save */
  version: string;
}

/** Shows a public page as visitors will see it. It is inert: nothing in it can be pressed, and no script runs. */
export function AgencyPagePreview({ screen, record, partners, version }: AgencyPagePreviewProps) {
  const { path: usual, at } = firstPages[screen] ?? { path: '/' as const };
  const [chosen, setChosen] = useState<{ screen: string; path: AgencyPreviewPath }>();
  const [width, setWidth] = useState(firstWidth);
  const [theme, setTheme] = useState<(typeof themes)[number]>('light');
  const path = chosen?.screen === screen ? chosen.path : usual;
  const page = usePage({ path, record, partners }, version);

  return (
    <Panel className="dense" id="agency-preview" padded stacked title={t.title}>
      <p className="small muted">{t.hint}</p>
      <SelectField
        hidesLabel
        label={t.page}
        name="preview-page"
        onChange={(event) => setChosen({ screen, path: event.target.value as AgencyPreviewPath })}
        value={path}
      >
        <SelectOptions of={Object.entries(t.pages)} />
      </SelectField>
      <div className={classNames('cluster gap-12', styles.tools)}>
        <Choice chosen={width} label={t.width} onChoose={setWidth} options={['phone', 'desktop']} />
        <Choice chosen={theme} label={t.theme} onChoose={setTheme} options={themes} />
      </div>
      <QueryResult failedText={t.failed} loadingText={t.loading} query={page}>
        {(shown) =>
          'problem' in shown ? (
            <p aria-live="polite" className="field-error">
              {shown.problem}
            </p>
          ) : (
            <>
              {screen === 'search' && <SearchResult html={shown.html} />}
              <PageFrame
                at={path === usual ? at : undefined}
                html={shown.html}
                key={`${screen} ${path}`}
                theme={theme}
                width={widths[width]}
              />
            </>
          )
        }
      </QueryResult>
    </Panel>
  );
}

/** Requests the page once the draft has not changed for `debounceMs`; until then returns the previous version. */
function usePage(asked: AgencyPreviewRequest, version: string) {
  const key = JSON.stringify(asked);
  const [sent, setSent] = useState(key);
  if ((JSON.parse(sent) as AgencyPreviewRequest).path !== asked.path) setSent(key);
  useEffect(() => {
    const timer = setTimeout(() => setSent(key), debounceMs);
    return () => clearTimeout(timer);
  }, [key]);
  return useQuery({
    queryKey: ['agency-preview', asked.path, sent, version],
    async queryFn(): Promise<AgencyPreviewResponse> {
      const { body } = await fetchJsonAsUser<AgencyPreviewResponse | Record<string, never>>(
        '/dashboard/agency/preview',
        JSON.parse(sent) as AgencyPreviewRequest,
      );
      if (body && ('html' in body || 'problem' in body)) return body as AgencyPreviewResponse;
      throw new Error(t.failed);
    },
    placeholderData: (before, query) => (query?.queryKey[1] === asked.path ? before : undefined),
    refetchOnWindowFocus: false,
    retry: 1,
    gcTime: 0,
  });
}

interface ChoiceProps<Option extends string> {
  label: string;
  options: readonly Option[];
  chosen: Option;
  onChoose: (option: Option) => void;
}

function Choice<Option extends 'phone' | 'desktop' | 'light' | 'dark'>(props: ChoiceProps<Option>) {
  const { label, options, chosen, onChoose } = props;
  return (
    <fieldset className="theme-switch segmented">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button aria-pressed={option === chosen} key={option} onClick={() => onChoose(option)} type="button">
          {t[option]}
        </button>
      ))}
    </fieldset>
  );
}

/** The title and description of the home page, as search engines list them. */
function SearchResult({ html }: { html: string }) {
  const page = useMemo(() => readPageWithoutScripts(html), [html]);
  return (
    <figure className="surface p-16-20">
      <figcaption className="small muted">{t.result}</figcaption>
      <p className="font-semibold">{page.title}</p>
      <p className="small">{page.querySelector<HTMLMetaElement>('[name=description]')?.content}</p>
    </figure>
  );
}

const sheetsOf = (page: Document) => [...page.head.querySelectorAll<HTMLLinkElement>('[rel=stylesheet]')];

/** Replaces the content of the frame. Style sheets that both pages have are kept, so that it is never unstyled. */
function showPage(frame: Document, next: Document): void {
  const [old, now] = [sheetsOf(frame), sheetsOf(next)];
  const isIn = (sheets: typeof old) => {
    const addresses = new Set(sheets.map((sheet) => sheet.getAttribute('href')));
    return (sheet: HTMLLinkElement) => addresses.has(sheet.getAttribute('href'));
  };
  for (const sheet of now.filter((one) => !isIn(old)(one))) frame.head.append(frame.adoptNode(sheet));
  for (const sheet of old.filter((one) => !isIn(now)(one))) sheet.remove();
  frame.documentElement.lang = next.documentElement.lang;
  frame.body.replaceWith(frame.adoptNode(next.body));
}

interface PageFrameProps {
  html: string;
  /** a selector of the element to scroll to */
  at: string | undefined;
  theme: string;
  width: number;
}

/** Shows the page at `width`, scaled to fit. The frame is as high as the page, so keys scroll the element around it. */
function PageFrame({ html, at, theme, width }: PageFrameProps) {
  const around = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const isPlaced = useRef(false);
  const [isReady, setIsReady] = useState(false);
  const [available, setAvailable] = useState(0);
  const [height, setHeight] = useState(0);
  const scale = Math.min(1, available / width);

  useEffect(() => {
    const element = around.current;
    if (!element) return undefined;
    const sizes = new ResizeObserver(() => setAvailable(element.clientWidth));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);

  useEffect(() => {
    const page = frame.current?.contentDocument;
    if (!page || !isReady) return;
    page.documentElement.dataset['theme'] = theme;
  }, [isReady, theme]);

  useEffect(() => {
    const page = frame.current?.contentDocument;
    if (!page || !isReady) return undefined;
    showPage(page, readPageWithoutScripts(html));
    const content = page.createRange();
    content.selectNodeContents(page.body);
    // the height changes when style sheets and pictures are loaded
    const sizes = new ResizeObserver(() => setHeight(Math.ceil(content.getBoundingClientRect().bottom)));
    for (const part of page.body.children) sizes.observe(part);
    return () => sizes.disconnect();
  }, [isReady, html]);

  // repeated until all style sheets are loaded, because the position depends on the layout
  useEffect(() => {
    const page = frame.current?.contentDocument;
    const target = at === undefined ? null : page?.querySelector(at);
    if (!page || !target || isPlaced.current || !around.current) return;
    around.current.scrollTop = target.getBoundingClientRect().top * scale;
    isPlaced.current = sheetsOf(page).every(({ sheet }) => sheet !== null);
  });

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus
    <section aria-label={t.frame} className={styles.around} ref={around} tabIndex={0}>
      <div className={styles.page} style={{ width: width * scale, height: height * scale }}>
        <iframe
          inert
          onLoad={() => setIsReady(true)}
          ref={frame}
          sandbox="allow-same-origin"
          srcDoc="<!doctype html>"
          style={{ width, height, transform: `scale(${scale})` }}
          tabIndex={-1}
          title={t.frame}
        />
      </div>
    </section>
  );
}
