// The text area for Markdown, with its toolbar.
import { useRef, useState, type ReactNode, type KeyboardEvent, type RefObject } from 'react';
import { TextAreaField, type FieldProps } from '../../../ui/field.tsx';
import { ForeignImagesOfText } from './foreign-images.tsx';
import { InsertImageDialog } from './insert-image.tsx';
import {
  createMarkdownImageEdit,
  insertMarkdownLink,
  toggleLineMarks,
  toggleInlineMark,
  type TextEdit,
  type TextSelection,
} from './markdown-edits.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { IconName } from '../../../ui/icon-paths.ts';
import { shortcutKey } from '../../../ui/keys.ts';
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
}

/** A text area for Markdown, with a toolbar and pictures that are uploaded into the text. */
export function MarkdownArea({ onChange, choice, isPlain = false, ...props }: MarkdownAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [isInserting, setIsInserting] = useState(false);

  function insert(address: string, alt: string): void {
    setIsInserting(false);
    // inserted after the dialog has returned the focus to the text area, which has kept its selection
    requestAnimationFrame(() => {
      if (area.current)
        applyEdit(area.current, createMarkdownImageEdit(selectionOf(area.current), address, alt));
    });
  }

  return (
    <>
      <TextAreaField
        {...props}
        above={
          <div className="spread gap-0-20">
            {choice}
            {!isPlain && <MarkdownToolbar area={area} onImage={() => setIsInserting(true)} />}
          </div>
        }
        onChange={(event) => onChange(event.target.value)}
        // Browsers scroll only the caret into view, and the editor's bar may cover the rest.
        onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest' })}
        onKeyDown={isPlain ? undefined : applyShortcut}
        ref={area}
      />
      {!isPlain && <ForeignImagesOfText field={props.id} onChange={onChange} text={props.value} />}
      {isInserting && <InsertImageDialog onClose={() => setIsInserting(false)} onInsert={insert} />}
    </>
  );
}

interface Tool {
  label: string;
  icon: IconName;
  /** used with Ctrl, or Cmd on a Mac */
  key?: string;
  edit: (selection: TextSelection) => TextEdit;
}

const t = markdownTexts;

const tools: readonly Tool[] = [
  {
    label: t.tools.bold,
    icon: 'bold',
    key: 'B',
    edit: (text) => toggleInlineMark(text, '**', t.boldPlaceholder),
  },
  {
    label: t.tools.italic,
    icon: 'italic',
    key: 'I',
    edit: (text) => toggleInlineMark(text, '*', t.italicPlaceholder),
  },
  { label: t.tools.heading, icon: 'heading', edit: (text) => toggleLineMarks(text, '## ') },
  { label: t.tools.list, icon: 'list', edit: (text) => toggleLineMarks(text, '- ') },
  { label: t.tools.link, icon: 'link', key: 'K', edit: insertMarkdownLink },
];

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

/** For the text area's keydown. The event is stopped, because in the dashboard Ctrl+B collapses the sidebar. */
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
  onImage: () => void;
}

/** Inserts Markdown around the selection of a text area. */
function MarkdownToolbar({ area, onImage }: MarkdownToolbarProps) {
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
            <Icon name={icon} />
          </button>
        );
      })}
      <button
        aria-label={t.tools.image}
        className={styles.tool}
        onClick={onImage}
        title={t.tools.image}
        type="button"
      >
        <Icon name="image" />
      </button>
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
