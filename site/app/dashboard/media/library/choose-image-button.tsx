// The button of an image field that opens the image library.
import { useState } from 'react';
import { RichText } from '../../../texts/rich-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import type { ChooseImageDialogProps } from './choose-image.tsx';
import { libraryTexts } from './library-texts.ts';

const ChooseImageDialog = lazyDialog<ChooseImageDialogProps>(() => import('./choose-image.tsx'), {
  beginsWithText: true,
});

const t = libraryTexts.choose;

interface ChooseImageButtonProps extends Pick<ChooseImageDialogProps, 'onChosen'> {
  disabled?: boolean;
  /** the field, if there are several on the page */
  of?: string;
}

/** Nothing is stored before the form around it is saved. */
export function ChooseImageButton({ onChosen, disabled = false, of }: ChooseImageButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button aria-disabled={disabled} icon="grid" onClick={() => setIsOpen(true)} variant="secondary">
        <RichText text={of === undefined ? t.open : t.openFor(of)} />
      </Button>
      {isOpen && (
        <ChooseImageDialog
          onChosen={(image) => {
            setIsOpen(false);
            onChosen(image);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
