// Responsive image component with srcset; lazy unless it is in the first view.
import { pictureSrcSetOf } from './picture-sources.ts';

export interface PictureProps {
  src: string;
  alt: string;
  /** the size of its box, so that nothing shifts when it loads; CSS may crop it */
  width: number;
  height: number;
  /** as in `<img sizes>` */
  sizes: string;
  /** the largest image of the first view: loaded first; others load lazily */
  isFirst?: boolean;
  className?: string;
  onError?: () => void;
}

export function Picture({ sizes, isFirst = false, ...rest }: PictureProps) {
  const sources = pictureSrcSetOf(rest.src);
  return (
    // oxlint-disable-next-line jsx-a11y/alt-text -- it is in the rest, and required
    <img
      {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      {...(sources === null ? {} : { sizes, srcSet: sources })}
      {...rest}
    />
  );
}
