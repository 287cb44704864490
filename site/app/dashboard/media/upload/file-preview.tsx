import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import styles from './upload.module.css';

const side = 192;

/** A thumbnail of a file before it is sent. On a canvas, because the security policy forbids blob: images. */
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
    // on failure the icon stays; the server explains
    draw().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [file]);

  return (
    <span aria-hidden="true" className={styles.preview}>
      <canvas hidden={!isShown} ref={canvas} />
      {!isShown && <Icon name="image" />}
    </span>
  );
}
