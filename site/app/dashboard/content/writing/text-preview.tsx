// The preview of a Markdown text, beside it in wide windows.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ContentTableName } from '../../../content/content-types.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { QueryResult } from '../../screen/query-result.tsx';
import screenStyles from '../../screen/screen.module.css';
import { markdownTexts } from '../record-texts.ts';
import styles from './text-preview.module.css';

const t = markdownTexts.preview;

export interface TextPreviewOptions {
  /** the type of content whose preview it is */
  of: ContentTableName;
  maxLength: number;
  /** shown instead of an empty preview */
  emptyText: string;
  /** fetches the renderer of the public page */
  load: () => Promise<(markdown: string) => ReactNode>;
}

interface TextWithPreviewProps {
  /** without one, the text alone */
  preview: TextPreviewOptions | null;
  markdown: string;
  children: ReactNode;
}

/** Folded at first in narrow windows, where the fields that follow would be several screens further down. */
export function TextWithPreview({ preview, markdown, children }: TextWithPreviewProps) {
  const [isOpen, setIsOpen] = useState(() => matchMedia('(width >= 64rem)').matches);
  const frame = useRef<HTMLElement>(null);
  return (
    <div
      className={preview === null ? 'stack' : styles.columns}
      onScrollCapture={({ target }) => followScroll(target as Element, frame.current)}
    >
      {/* also without a preview, so that the text keeps its focus when its format changes */}
      <div className="stack gap-8 min-w-0 content-start">{children}</div>
      {preview !== null && (
        <div className={styles.preview}>
          <details
            className={classNames(screenStyles.foldable, styles.details)}
            onToggle={(event) => setIsOpen(event.currentTarget.open)}
            open={isOpen}
          >
            <summary>
              <h2 className={screenStyles.panelTitle}>{t.title}</h2>
              <Icon name="chevron-down" />
            </summary>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus */}
            <section aria-label={t.title} className={styles.frame} ref={frame} tabIndex={0}>
              <div className="stack">{isOpen && <PreviewedText {...preview} markdown={markdown} />}</div>
            </section>
          </details>
        </div>
      )}
    </div>
  );
}

/** A text that scrolls takes its preview to the same part. */
function followScroll(text: Element, preview: Element | null): void {
  if (text.nodeName !== 'TEXTAREA' || !preview) return;
  const share = text.scrollTop / Math.max(1, text.scrollHeight - text.clientHeight);
  preview.scrollTop = share * (preview.scrollHeight - preview.clientHeight);
}

/** Long enough that a fast typist's keys wait for no renderer. */
const pauseMs = 200;

/** The text as it was at the last pause. */
function usePausedText(text: string): string {
  const [shown, setShown] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setShown(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return shown;
}

/** With the renderer of the public page, which is fetched when first needed. */
function PreviewedText({
  markdown,
  maxLength,
  of,
  emptyText,
  load,
}: TextPreviewOptions & { markdown: string }) {
  const text = usePausedText(markdown);
  const renderer = useQuery({ queryKey: ['preview', of], queryFn: load, staleTime: Infinity });

  if (text.trim() === '') return <p className="small muted">{emptyText}</p>;
  // for longer texts, the renderer would block the page for seconds after each key press
  if (text.length > maxLength) return <p className="small muted">{t.tooLong(maxLength)}</p>;
  return (
    <QueryResult failedText={t.failed} loadingText={t.loading} query={renderer}>
      {(render) => render(text)}
    </QueryResult>
  );
}
