import { useRef, useState } from 'react';
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
}

/** A text area for Markdown, with a toolbar and pictures that are uploaded into the text. */
export function MarkdownArea({ onChange, ...props }: MarkdownAreaProps) {
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
        above={<MarkdownToolbar area={area} onImage={() => setIsInserting(true)} />}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={applyShortcut}
        ref={area}
      />
      {isInserting && <InsertImage onClose={() => setIsInserting(false)} onInsert={insert} />}
    </>
  );
}
