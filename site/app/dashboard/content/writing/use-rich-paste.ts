// Pastes what has HTML as Markdown. Its plain text is in the field at once, so that nothing is lost while the converter
// is loading.
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type CompositionEvent,
  type RefObject,
} from 'react';
import { randomId } from '../../../ui/random-id.ts';
import { findFileProblem, readTransferredFiles, sendUpload } from '../../media/upload/send-upload.ts';
import type { PastedMarkdown } from './clipboard-to-markdown.ts';
import { followPlace, followRange, type TextRange } from './follow-range.ts';
import { insertText, undoLongInsert } from './insert-text.ts';
import { decodeImage, loadConverter, loadedConverter } from './load-converter.ts';
import { placeMarkdown } from './place-markdown.ts';

export interface PasteNotice {
  /** what is in the text now; null if nothing is to be said about it */
  form: 'converting' | 'markdown' | 'plain' | 'failed' | null;
  /** images that are being uploaded, that were added, and that have no description */
  uploading: number;
  added: number;
  undescribed: number;
  /** names of images that the browser may not read */
  missing: readonly string[];
  /** why images were not uploaded */
  problems: readonly string[];
}

interface PastedPart extends TextRange {
  id: string;
  plain: string;
}

/** An image that is not in the text yet, with its place there. */
interface WaitingImage {
  /** the paste that it belongs to */
  of: string;
  file: File;
  alt: string;
  place: number;
}

interface RichPasteOptions {
  area: RefObject<HTMLTextAreaElement | null>;
  value: string;
  onChange: (value: string) => void;
}

const noNotice: PasteNotice = {
  form: null,
  uploading: 0,
  added: 0,
  undescribed: 0,
  missing: [],
  problems: [],
};

export function useRichPaste({ area, value, onChange }: RichPasteOptions) {
  const [notice, setNotice] = useState(noNotice);
  /** what was pasted last; null once it was changed by hand */
  const pasted = useRef<PastedPart>(null);
  const waiting = useRef<WaitingImage[]>([]);
  /** the text to which these places belong */
  const known = useRef(value);
  const composing = useRef<Promise<unknown>>(null);
  const closing = useRef<AbortController>(null);

  useLayoutEffect(() => {
    const [before, caret] = [known.current, area.current?.selectionEnd ?? value.length];
    if (before === value) return;
    known.current = value;
    for (const image of waiting.current) image.place = followPlace(image.place, before, value, caret);
    if (pasted.current === null) return;
    const range = followRange(pasted.current, before, value, caret);
    pasted.current = range && { ...pasted.current, ...range };
    if (range === null) setNotice((now) => ({ ...now, form: null }));
  }, [value, area]);

  useEffect(() => () => closing.current?.abort(), []);

  /** As typing would where the focus is; else the focus and the caret stay where they are. */
  function write(field: HTMLTextAreaElement, { start, end }: TextRange, insert: string): void {
    // replacing nothing by nothing would delete the character before
    if (start === end && insert === '') return;
    const text = field.value.slice(0, start) + insert + field.value.slice(end);
    const after = start + insert.length;
    const moved = (at: number) => (at >= end ? at - end + after : Math.min(at, start));
    known.current = text;
    for (const image of waiting.current) image.place = moved(image.place);
    if (document.activeElement !== field) {
      onChange(text);
      return;
    }
    const { selectionStart, selectionEnd } = field;
    const isInside = selectionStart >= start && selectionEnd <= end;
    insertText(field, { start, end }, insert);
    if (isInside) field.setSelectionRange(after, after);
    else field.setSelectionRange(moved(selectionStart), moved(selectionEnd));
  }

  /** Says what became of a paste. Images of earlier ones may still be on their way. */
  function announce(next: Partial<PasteNotice>): void {
    setNotice(({ uploading }) => ({ ...noNotice, uploading, ...next }));
  }

  function insertMarkdown(
    field: HTMLTextAreaElement,
    range: TextRange,
    result: PastedMarkdown,
    plain: string,
  ) {
    const { start, end, insert, shift } = placeMarkdown(field.value, range, result.markdown);
    write(field, { start, end }, insert);
    const id = randomId();
    pasted.current = { id, start, end: start + insert.length, plain };
    const isSame = insert.trim() === plain.trim();
    announce({
      form: isSame ? null : 'markdown',
      undescribed: result.markdown.match(/!\[\]\(/g)?.length ?? 0,
      missing: result.missing,
    });
    void uploadImages(
      result.images.map((image) => ({
        of: id,
        file: decodeImage(image),
        alt: image.alt,
        place: start + shift + image.offset,
      })),
    );
  }

  async function uploadImages(images: WaitingImage[]): Promise<void> {
    if (images.length === 0) return;
    waiting.current = [...waiting.current, ...images];
    setNotice((now) => ({ ...now, uploading: now.uploading + images.length }));
    closing.current ??= new AbortController();
    const { signal } = closing.current;
    for (const image of images) {
      const { url, problem } = await uploadImage(image.file, signal);
      if (signal.aborted) return;
      // its text was replaced by plain text
      if (!waiting.current.includes(image)) continue;
      waiting.current = waiting.current.filter((other) => other !== image);
      if (url !== null) insertImage(image, url);
      const isUndescribed = url !== null && image.alt === '';
      setNotice((now) => ({
        ...now,
        uploading: now.uploading - 1,
        added: now.added + (url === null ? 0 : 1),
        undescribed: now.undescribed + (isUndescribed ? 1 : 0),
        problems: problem === null ? now.problems : [...now.problems, problem],
      }));
    }
  }

  function insertImage(image: WaitingImage, url: string): void {
    const field = area.current;
    if (!field) return;
    const { place, alt } = image;
    const insert = `![${alt.replaceAll(/[\\[\]]/g, String.raw`\$&`)}](${url})`;
    write(field, { start: place, end: place }, insert);
    const part = pasted.current;
    if (!part || place > part.end) return;
    const isInside = place >= part.start;
    pasted.current = {
      ...part,
      start: part.start + (isInside ? 0 : insert.length),
      end: part.end + insert.length,
    };
  }

  /** Inserts the plain text, and puts the Markdown in its place when the converter has been loaded. */
  async function convertLater(field: HTMLTextAreaElement, html: string, plain: string): Promise<void> {
    const [before, start, end] = [field.value, field.selectionStart, field.selectionEnd];
    write(field, { start, end }, plain);
    const after = field.value;
    const id = randomId();
    pasted.current = { id, start, end: start + plain.length, plain };
    announce({ form: 'converting' });
    const convert = await loadConverter().catch(() => null);
    await composing.current;
    const now = pasted.current as PastedPart | null;
    // changed by hand, or something else was pasted
    if (!field.isConnected || now?.id !== id) return;
    const result = convert?.(html);
    if (!result) {
      announce({ form: convert === null ? 'failed' : null });
      return;
    }
    const isUntouched = field.value === after && after !== before && document.activeElement === field;
    if (isUntouched) {
      // one step for the undo key: the plain text is taken back, not changed
      known.current = before;
      if (!undoLongInsert(field)) document.execCommand('undo');
      if (field.value === before) {
        field.setSelectionRange(end, end);
        insertMarkdown(field, { start, end }, result, plain);
        return;
      }
      // the browser undid something else
      if (field.value !== after) document.execCommand('redo');
      known.current = field.value;
      if (field.value !== after) return;
    }
    insertMarkdown(field, now, result, plain);
  }

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    const { clipboardData, currentTarget: field } = event;
    const html = clipboardData.getData('text/html');
    const text = clipboardData.getData('text/plain').replaceAll(/\r\n?/g, '\n');
    const range = { start: field.selectionStart, end: field.selectionEnd };
    const pictures = readTransferredFiles(clipboardData).filter(({ type }) => type.startsWith('image/'));
    // one picture, such as a screenshot or a picture of Word, which comes with an address on that computer
    if (pictures.length > 0 && text.trim() === '' && !/<img[^>]*\ssrc=["']?https?:/i.test(html)) {
      event.preventDefault();
      pasted.current = null;
      announce({});
      void uploadImages(pictures.map((file) => ({ of: randomId(), file, alt: '', place: range.start })));
      return;
    }
    // editors of source code put colours into their HTML
    if (html === '' || clipboardData.types.includes('vscode-editor-data')) return;
    event.preventDefault();
    // browsers and programs put the text there as well
    const plain = text || html.replaceAll(/<[^>]*>/g, ' ').trim();
    const convert = loadedConverter();
    if (!convert) {
      void convertLater(field, html, plain);
      return;
    }
    const result = convert(html);
    if (result) insertMarkdown(field, range, result, plain);
    else {
      pasted.current = null;
      announce({});
      write(field, range, plain);
    }
  }

  function pastePlain(): void {
    const [field, part] = [area.current, pasted.current];
    if (!field || !part) return;
    const dropped = waiting.current.filter(({ of }) => of === part.id).length;
    waiting.current = waiting.current.filter(({ of }) => of !== part.id);
    pasted.current = null;
    field.focus();
    write(field, part, part.plain);
    const caret = part.start + part.plain.length;
    field.setSelectionRange(caret, caret);
    setNotice(({ uploading }) => ({ ...noNotice, uploading: uploading - dropped, form: 'plain' }));
  }

  function onCompositionStart({ currentTarget }: CompositionEvent<HTMLTextAreaElement>): void {
    composing.current = new Promise((resolve) => {
      currentTarget.addEventListener('compositionend', resolve, { once: true });
    });
  }

  return { notice, pastePlain, handlers: { onPaste, onCompositionStart } };
}

async function uploadImage(
  file: File,
  signal: AbortSignal,
): Promise<{ url: string; problem: null } | { url: null; problem: string }> {
  const problem = findFileProblem(file);
  if (problem !== null) return { url: null, problem };
  try {
    const onProgress = () => undefined;
    const { url } = await sendUpload({
      id: randomId(),
      file,
      owner: null,
      isLogo: false,
      onProgress,
      signal,
    });
    return { url, problem: null };
  } catch (error) {
    return { url: null, problem: (error as Error).message };
  }
}
