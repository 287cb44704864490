import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';

const side = 192;

/** A small look at a file that is not sent yet. Drawn on a canvas: the page's policy shows no picture from memory. */
export function FilePreview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isShown, setIsShown] = useState(false);

  useEffect(() => {
    let isCurrent = true;
    async function draw(): Promise<void> {
      const picture = await createImageBitmap(file, { resizeHeight: side, resizeQuality: 'medium' });
      const target = canvas.current;
      if (isCurrent && target) {
        target.width = picture.width;
        target.height = picture.height;
        target.getContext('2d')?.drawImage(picture, 0, 0);
        setIsShown(true);
      }
      picture.close();
    }
    // what cannot be drawn keeps its icon; the server says why
    draw().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [file]);

  return (
    <span aria-hidden="true" className="upload-preview">
      <canvas hidden={!isShown} ref={canvas} />
      {!isShown && <Icon name="image" />}
    </span>
  );
}
