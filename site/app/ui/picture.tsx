import { pictureSources } from './picture-sources.ts';

export interface PictureProps {
  src: string;
  alt: string;
  /** of the box it is drawn in, so that nothing moves when it comes; styles may crop it */
  width: number;
  height: number;
  /** how wide it is drawn, as in `<img sizes>` */
  sizes: string;
  /** the largest thing of the first view: fetched at once and before others; all else waits until it is near */
  isFirst?: boolean;
  className?: string;
  onError?: () => void;
}

/** A picture in the size that the browser wants, as far as sizes are there. */
export function Picture({ sizes, isFirst = false, ...rest }: PictureProps) {
  const sources = pictureSources(rest.src);
  return (
    // oxlint-disable-next-line jsx-a11y/alt-text -- it is in the rest, and required
    <img
      {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      {...(sources === null ? {} : { sizes, srcSet: sources })}
      {...rest}
    />
  );
}
