import { useRef, useState, type ReactNode } from 'react';
import { TextArea, type FieldProps } from '../../../../ui/field.tsx';
import { applyEdit, selectionOf } from './apply-edit.ts';
import { InsertImage } from './insert-image.tsx';
import { insertImage } from './markdown-edits.ts';
import { applyShortcut, MarkdownToolbar } from './markdown-toolbar.tsx';

export interface MarkdownAreaProps extends FieldProps {
  id: string;
  rows: number;
  value: string;
  onChange: (value: string) => void;
  /** stands before the toolbar */
  choice?: ReactNode;
  /** without toolbar and its keys: the text is no Markdown at present */
  isPlain?: boolean;
}

/** A text area for Markdown, with a toolbar and pictures that are uploaded into the text. */
export function MarkdownArea({ onChange, choice, isPlain = false, ...props }: MarkdownAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [isInserting, setIsInserting] = useState(false);

  function insert(address: string, alt: string): void {
    setIsInserting(false);
    // after the dialog has given the focus back; the text area has kept its selection
    requestAnimationFrame(() => {
      if (area.current) applyEdit(area.current, insertImage(selectionOf(area.current), address, alt));
    });
  }

  return (
    <>
      <TextArea
        {...props}
        above={
          <div className="spread gap-0-20">
            {choice}
            {!isPlain && <MarkdownToolbar area={area} onImage={() => setIsInserting(true)} />}
          </div>
        }
        onChange={(event) => onChange(event.target.value)}
        // A browser shows the caret alone, and the editor's bar may cover the rest.
        onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest' })}
        onKeyDown={isPlain ? undefined : applyShortcut}
        ref={area}
      />
      {isInserting && <InsertImage onClose={() => setIsInserting(false)} onInsert={insert} />}
    </>
  );
}
