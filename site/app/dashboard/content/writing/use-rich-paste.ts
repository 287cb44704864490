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
import { useGivenFiles } from '../../media/upload/drop-zone.tsx';
import { readTransferredFiles } from '../../media/upload/send-upload.ts';
import { createMarkdownImage, isInCode } from './markdown-edits.ts';
import type { PastedMarkdown } from './clipboard-to-markdown.ts';
import { insertText, undoLongInsert } from './insert-text.ts';
import { loadConverter, loadedConverter } from './load-converter.ts';
import { decodeImage, uploadPastedImage } from './pasted-image.ts';
import {
  findChange,
  followImages,
  followPart,
  followPlace,
  type PastedPart,
  type TextChange,
  type TextRange,
  type WaitingImage,
} from './pasted-part.ts';
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

const noNotice: PasteNotice = {
  form: null,
  uploading: 0,
  added: 0,
  undescribed: 0,
  missing: [],
  problems: [],
};

interface RichPasteOptions {
  area: RefObject<HTMLTextAreaElement | null>;
  value: string;
  onChange: (value: string) => void;
}

export function useRichPaste({ area, value, onChange }: RichPasteOptions) {
  const [notice, setNotice] = useState(noNotice);
  /** what was pasted last, after earlier parts whose images are still on their way */
  const parts = useRef<PastedPart[]>([]);
  /** the text to which the places of these parts belong */
  const known = useRef(value);
  const composing = useRef<Promise<unknown>>(null);
  const closing = useRef<AbortController>(null);

  const countWaiting = () => parts.current.reduce((sum, { images }) => sum + images.length, 0);

  function follow(change: TextChange, own?: PastedPart): void {
    const last = parts.current.at(-1);
    const [waited, wasChanged] = [countWaiting(), last?.isChanged];
    parts.current = parts.current.filter((part) => part === own || followPart(part, change));
    if (own) {
      followImages(own, change);
      own.end += change.grown;
    }
    const isSame = parts.current.at(-1) === last && last?.isChanged === wasChanged;
    if (isSame && countWaiting() === waited) return;
    setNotice((now) => ({ ...now, uploading: countWaiting(), form: isSame ? now.form : null }));
  }

  useLayoutEffect(() => {
    const before = known.current;
    if (before === value) return;
    known.current = value;
    if (parts.current.length > 0)
      follow(findChange(before, value, area.current?.selectionEnd ?? value.length));
  });

  useEffect(() => () => closing.current?.abort(), []);

  /**
   * As typing would where the focus is; else the focus and the caret stay where they are. `own`: the part that the text
   * is added to.
   */
  function write(
    field: HTMLTextAreaElement,
    { start, end }: TextRange,
    insert: string,
    own?: PastedPart,
  ): void {
    // replacing nothing by nothing would delete the character before
    if (start === end && insert === '') return;
    const change = { start, end, grown: insert.length - (end - start) };
    known.current = field.value.slice(0, start) + insert + field.value.slice(end);
    follow(change, own);
    if (document.activeElement !== field) {
      onChange(known.current);
      return;
    }
    const after = start + insert.length;
    const { selectionStart, selectionEnd } = field;
    const isInside = selectionStart >= start && selectionEnd <= end;
    const moved = (at: number) => (isInside ? after : (followPlace(at, change) ?? after));
    insertText(field, { start, end }, insert);
    field.setSelectionRange(moved(selectionStart), moved(selectionEnd));
  }

  /** Says what became of a paste. Images of earlier ones may still be on their way. */
  function announce(next: Partial<PasteNotice>): void {
    setNotice({ ...noNotice, uploading: countWaiting(), ...next });
  }

  /** Inserts a part, which is now the last one. */
  function insertPart(
    field: HTMLTextAreaElement,
    range: TextRange,
    insert: string,
    { plain, images = [] }: Partial<Pick<PastedPart, 'plain' | 'images'>>,
  ): PastedPart {
    write(field, range, insert);
    const { start } = range;
    const part = { start, end: start + insert.length, plain: plain ?? insert, isChanged: false, images };
    parts.current = [...parts.current.filter((earlier) => earlier.images.length > 0), part];
    announce({});
    void uploadImages(part);
    return part;
  }

  function insertMarkdown(
    field: HTMLTextAreaElement,
    range: TextRange,
    result: PastedMarkdown,
    plain: string,
  ): void {
    const { start, end, insert, shift } = placeMarkdown(field.value, range, result.markdown);
    const images = result.images.map(({ data, alt, offset }): WaitingImage => ({
      file: decodeImage(data),
      alt,
      place: start + shift + offset,
    }));
    insertPart(field, { start, end }, insert, { plain, images });
    announce({
      form: insert.trim() === plain.trim() ? null : 'markdown',
      undescribed: result.markdown.match(/!\[\]\(/g)?.length ?? 0,
      missing: result.missing,
    });
  }

  async function uploadImages(part: PastedPart): Promise<void> {
    closing.current ??= new AbortController();
    const { signal } = closing.current;
    for (const image of part.images) {
      const isWaiting = () => parts.current.includes(part) && part.images.includes(image);
      // its place, or all that was pasted with it, was removed
      if (!isWaiting()) continue;
      const { url, problem } = await uploadPastedImage(image.file, image.alt, signal);
      await composing.current;
      if (signal.aborted) return;
      if (!isWaiting()) continue;
      part.images = part.images.filter((other) => other !== image);
      if (url !== null) insertImage(part, image, url);
      setNotice((now) => ({
        ...now,
        uploading: countWaiting(),
        added: now.added + (url === null ? 0 : 1),
        undescribed: now.undescribed + (url !== null && image.alt === '' ? 1 : 0),
        problems: problem === null ? now.problems : [...now.problems, problem],
      }));
    }
  }

  /** The image is a part of what was pasted, so that the plain text takes its place too. */
  function insertImage(part: PastedPart, { place, alt }: WaitingImage, url: string): void {
    const field = area.current;
    if (!field) return;
    write(field, { start: place, end: place }, createMarkdownImage(url, alt), part);
  }

  /** Inserts the plain text, and puts the Markdown in its place when the converter has been loaded. */
  async function convertLater(
    field: HTMLTextAreaElement,
    range: TextRange,
    html: string,
    plain: string,
  ): Promise<void> {
    const before = field.value;
    const part = insertPart(field, range, plain, {});
    const after = field.value;
    announce({ form: 'converting' });
    const convert = await loadConverter().catch(() => null);
    await composing.current;
    const isIn = () => field.isConnected && parts.current.at(-1) === part && !part.isChanged;
    if (!isIn()) return;
    const result = convert?.(html);
    if (!result) {
      announce({ form: convert === null ? 'failed' : null });
      return;
    }
    if (field.value === after && after !== before && document.activeElement === field) {
      // one step for the undo key: the plain text is taken back, not changed
      if (!undoLongInsert(field)) document.execCommand('undo');
      if (field.value === before) {
        known.current = before;
        field.setSelectionRange(range.end, range.end);
        insertMarkdown(field, range, result, plain);
        return;
      }
      // the browser undid something else
      if (field.value !== after) document.execCommand('redo');
      if (!isIn()) return;
    }
    insertMarkdown(field, part, result, plain);
  }

  function insertImages(field: HTMLTextAreaElement, files: readonly File[]): void {
    // what is selected stays: the upload may fail
    const place = field.selectionEnd;
    insertPart(field, { start: place, end: place }, '', {
      images: files.map((file) => ({ file, alt: '', place })),
    });
  }

  const dropping = useGivenFiles((files) => {
    if (area.current) insertImages(area.current, files);
  });

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    const { clipboardData, currentTarget: field } = event;
    const html = clipboardData.getData('text/html');
    const text = clipboardData.getData('text/plain').replaceAll(/\r\n?/g, '\n');
    const range = { start: field.selectionStart, end: field.selectionEnd };
    const pictures = readTransferredFiles(clipboardData).filter(({ type }) => type.startsWith('image/'));
    // one picture, such as a screenshot or a picture of Word, which comes with an address on that computer
    if (pictures.length > 0 && text.trim() === '' && !/<img[^>]*\ssrc=["']?https?:/i.test(html)) {
      event.preventDefault();
      insertImages(field, pictures);
      return;
    }
    // editors of source code put colours into their HTML
    const isCode = clipboardData.types.includes('vscode-editor-data');
    if (html === '' || isCode || isInCode(field.value.slice(0, range.start))) return;
    event.preventDefault();
    // browsers and programs put the text there as well
    const plain = text || html.replaceAll(/<[^>]*>/g, ' ').trim();
    const convert = loadedConverter();
    if (!convert) {
      void convertLater(field, range, html, plain);
      return;
    }
    const result = convert(html);
    if (result) insertMarkdown(field, range, result, plain);
    else insertPart(field, range, plain, {});
  }

  function pastePlain(): void {
    const [field, part] = [area.current, parts.current.at(-1)];
    if (!field || !part) return;
    const { start, end, plain } = part;
    parts.current = parts.current.filter((other) => other !== part);
    field.focus();
    field.setSelectionRange(end, end);
    write(field, { start, end }, plain);
    announce({ form: 'plain' });
  }

  function onCompositionStart({ currentTarget }: CompositionEvent<HTMLTextAreaElement>): void {
    composing.current = new Promise((resolve) => {
      currentTarget.addEventListener('compositionend', resolve, { once: true });
    });
  }

  return { notice, pastePlain, handlers: { ...dropping, onPaste, onCompositionStart } };
}
