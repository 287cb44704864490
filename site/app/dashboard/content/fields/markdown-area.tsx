// The text area for Markdown, with its toolbar.
import { useRef, useState, type ReactNode, type KeyboardEvent, type RefObject } from 'react';
import { InsertVideoDialog } from '../writing/insert-video-dialog.tsx';
import { PasteStatus } from '../writing/paste-status.tsx';
import { TextWithPreview, type TextPreviewOptions } from '../writing/text-preview.tsx';
import { undoLongInsert } from '../writing/insert-text.ts';
import { useRichPaste } from '../writing/use-rich-paste.ts';
import { TextAreaField, type FieldProps } from '../../../ui/field.tsx';
import { ForeignImagesOfText } from './foreign-images.tsx';
import { InsertImageDialog } from './insert-image.tsx';
import {
  continueBlock,
  createMarkdownImageEdit,
  createMarkdownTableEdit,
  createMarkdownVideoEdit,
  insertMarkdownLink,
  toggleInlineMark,
  toggleLineMarks,
  toggleLineNumbers,
  type TextEdit,
  type TextSelection,
} from '../writing/markdown-edits.ts';
import { Icon } from '../../../ui/icon.tsx';
import { isComposing, shortcutKey } from '../../../ui/keys.ts';
import { markdownTexts } from '../record-texts.ts';
import styles from './markdown-area.module.css';
import { replaceFieldText } from '../../screen/replace-field-text.ts';

export interface MarkdownAreaProps extends FieldProps {
  id: string;
  rows: number;
  value: string;
  onChange: (value: string) => void;
  /** shown before the toolbar */
  choice?: ReactNode;
  /** without toolbar and shortcuts, because the text is not Markdown at present */
  isPlain?: boolean;
  /** shown beside the text, or below it */
  preview?: TextPreviewOptions | null;
}

/** A text area for Markdown, with a toolbar, pictures that are uploaded into the text, and its preview. */
export function MarkdownArea({
  onChange,
  choice,
  isPlain = false,
  preview = null,
  ...props
}: MarkdownAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [inserting, setInserting] = useState<'image' | 'video' | null>(null);
  const paste = useRichPaste({ area, value: props.value, onChange });

  function insert(edit: (selection: TextSelection) => TextEdit): void {
    setInserting(null);
    // inserted after the dialog has returned the focus to the text area, which has kept its selection
    requestAnimationFrame(() => {
      if (area.current) applyEdit(area.current, edit(selectionOf(area.current)));
    });
  }

  return (
    <>
      <TextWithPreview markdown={props.value} preview={isPlain ? null : preview}>
        <TextAreaField
          {...props}
          above={
            <div className="spread gap-0-20">
              {choice}
              {!isPlain && <MarkdownToolbar area={area} onInsert={setInserting} />}
            </div>
          }
          onChange={(event) => onChange(event.target.value)}
          // Browsers scroll only the caret into view, and the editor's bar may cover the rest.
          onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest' })}
          ref={area}
          {...(!isPlain && { ...paste.handlers, onKeyDown: handleKey })}
        />
        {!isPlain && <PasteStatus notice={paste.notice} onPlain={paste.pastePlain} />}
        {!isPlain && <ForeignImagesOfText field={props.id} onChange={onChange} text={props.value} />}
      </TextWithPreview>
      {inserting === 'image' && (
        <InsertImageDialog
          onClose={() => setInserting(null)}
          onInsert={(address, alt) => insert((text) => createMarkdownImageEdit(text, address, alt))}
        />
      )}
      {inserting === 'video' && (
        <InsertVideoDialog
          onClose={() => setInserting(null)}
          onInsert={(video) => insert((text) => createMarkdownVideoEdit(text, video))}
        />
      )}
    </>
  );
}

interface Tool {
  label: string;
  icon: ReactNode;
  /** used with Ctrl, or Cmd on a Mac */
  key?: string;
  edit: (selection: TextSelection) => TextEdit;
}

const t = markdownTexts;

const tools: readonly Tool[] = [
  {
    label: t.tools.bold,
    icon: <Icon name="bold" />,
    key: 'B',
    edit: (text) => toggleInlineMark(text, '**', t.boldPlaceholder),
  },
  {
    label: t.tools.italic,
    icon: <Icon name="italic" />,
    key: 'I',
    edit: (text) => toggleInlineMark(text, '*', t.italicPlaceholder),
  },
  { label: t.tools.heading, icon: <Icon name="heading" />, edit: (text) => toggleLineMarks(text, '## ') },
  { label: t.tools.list, icon: <Icon name="list" />, edit: (text) => toggleLineMarks(text, '- ') },
  { label: t.tools.numbered, icon: <Icon name="numbered" />, edit: toggleLineNumbers },
  {
    label: t.tools.quotation,
    icon: <Icon name="quotation" />,
    edit: (text) => toggleLineMarks(text, '> '),
  },
  { label: t.tools.table, icon: <Icon name="table" />, edit: createMarkdownTableEdit },
  { label: t.tools.link, icon: <Icon name="link" />, key: 'K', edit: insertMarkdownLink },
];

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

/** Enter continues a list or a quotation. Tab leaves the field, as in every other one. */
function handleKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { currentTarget: area, altKey, shiftKey } = event;
  const hasModifier = isMac ? event.metaKey : event.ctrlKey;
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || altKey || shiftKey) {
    const isUndo = hasModifier && !altKey && !shiftKey && shortcutKey(event) === 'z';
    if (isUndo && undoLongInsert(area)) event.preventDefault();
    else applyShortcut(event);
    return;
  }
  const edit = isComposing(event.nativeEvent) ? null : continueBlock(selectionOf(area));
  if (edit === null) return;
  event.preventDefault();
  applyEdit(area, edit);
}

/** The event is stopped, because in the dashboard Ctrl+B collapses the sidebar. */
function applyShortcut(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const hasModifier = isMac ? event.metaKey : event.ctrlKey;
  if (!hasModifier || event.altKey || event.shiftKey) return;
  const tool = tools.find(({ key }) => key === shortcutKey(event).toUpperCase());
  if (!tool) return;
  event.preventDefault();
  event.stopPropagation();
  applyEdit(event.currentTarget, tool.edit(selectionOf(event.currentTarget)));
}

interface MarkdownToolbarProps {
  area: RefObject<HTMLTextAreaElement | null>;
  onInsert: (what: 'image' | 'video') => void;
}

/** Inserts Markdown around the selection of a text area. */
function MarkdownToolbar({ area, onInsert }: MarkdownToolbarProps) {
  function apply({ edit }: Tool): void {
    if (area.current) applyEdit(area.current, edit(selectionOf(area.current)));
  }
  return (
    <fieldset aria-label={t.toolbar} className={styles.toolbar}>
      {tools.map((tool) => {
        const { label, icon, key } = tool;
        const shortcut = key && (isMac ? `⌘${key}` : `Ctrl+${key}`);
        const name = shortcut ? t.withShortcut(label, shortcut) : label;
        return (
          <button
            aria-keyshortcuts={key && `${isMac ? 'Meta' : 'Control'}+${key}`}
            aria-label={name}
            className={styles.tool}
            key={label}
            onClick={() => apply(tool)}
            title={name}
            type="button"
          >
            {icon}
          </button>
        );
      })}
      {(['image', 'video'] as const).map((what) => (
        <button
          aria-label={t.tools[what]}
          className={styles.tool}
          key={what}
          onClick={() => onInsert(what)}
          title={t.tools[what]}
          type="button"
        >
          {what === 'image' ? <Icon name="image" /> : <Icon name="video" />}
        </button>
      ))}
    </fieldset>
  );
}

function selectionOf({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): TextSelection {
  return { text: value, start: selectionStart, end: selectionEnd };
}

/** Changes a text area as typing would, then selects the range that the edit specifies. */
function applyEdit(area: HTMLTextAreaElement, { from, to, insert, select }: TextEdit): void {
  replaceFieldText(area, from, to, insert);
  area.setSelectionRange(...select);
}
