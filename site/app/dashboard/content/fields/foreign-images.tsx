// Below a field with images: says which are on other websites, and copies them into our storage.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { backendOrigin, fetchJsonAsUser } from '../../../data/browser-client.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { isForeignUrl } from '../../../ui/is-foreign-url.ts';
import type { CopyImageRequest, CopyImageResponse } from '../../media/receive/copy-image-request.ts';
import { copyImageTexts as t } from '../../media/receive/receive-upload-texts.ts';

const ownOrigins = (): string[] => [location.origin, backendOrigin()];
const list = new Intl.ListFormat('en-CA');

interface ForeignImagesProps {
  /** addresses of images on other sites */
  images: readonly string[];
  onCopied: (address: string, copy: string) => void;
  /** the id of the control that gets the focus when no image is left, because the button disappears */
  next: string;
}

function ForeignImages({ images, onCopied, next }: ForeignImagesProps) {
  const button = useRef<HTMLButtonElement>(null);
  const copying = useMutation({
    async mutationFn(addresses: readonly string[]) {
      const problems: { address: string; problem: string }[] = [];
      for (const address of addresses) {
        const result = await copyImage(address);
        if ('problem' in result) problems.push({ address, problem: result.problem });
        else onCopied(address, result.url);
      }
      if (problems.length === 0 && document.activeElement === button.current)
        requestAnimationFrame(() => document.getElementById(next)?.focus());
      return { copied: addresses.length - problems.length, problems };
    },
  });
  const { copied = 0, problems = [] } = copying.data ?? {};
  const loaded = images.filter((address) => new URL(address).protocol === 'https:');
  const blocked = images.filter((address) => !loaded.includes(address));

  return (
    <>
      <div aria-live="polite" className="stack gap-8 small">
        {copied > 0 && <p>{t.copied(copied)}</p>}
        {loaded.length > 0 && <p>{t.loaded(hostsOf(loaded))}</p>}
        {blocked.length > 0 && <p>{t.blocked(hostsOf(blocked))}</p>}
      </div>
      {problems
        .filter(({ address }) => images.includes(address))
        .map(({ address, problem }) => (
          <FieldError key={address} role="alert" text={t.failed(address, problem)} />
        ))}
      {images.length > 0 && (
        <div>
          <Button
            busy={copying.isPending}
            busyText={t.copying}
            icon="image"
            onClick={() => copying.mutate(images)}
            ref={button}
            variant="secondary"
          >
            <span>{t.copy(images.length)}</span>
          </Button>
        </div>
      )}
    </>
  );
}

function hostsOf(addresses: readonly string[]): string {
  return list.format(new Set(addresses.map((address) => new URL(address).host)));
}

async function copyImage(address: string): Promise<CopyImageResponse> {
  const request: CopyImageRequest = { address };
  const response = await fetchJsonAsUser<CopyImageResponse>('/copy-image', request).catch(() => null);
  return response?.body ?? { problem: t.connectionLost };
}

interface ForeignImagesOfTextProps {
  /** the id of the Markdown text's field */
  field: string;
  text: string;
  onChange: (text: string) => void;
}

/** The parser is fetched when a text first has an image. */
export function ForeignImagesOfText({ field, text, onChange }: ForeignImagesOfTextProps) {
  const markdown = useDeferredValue(text);
  const { data: tools } = useQuery({
    queryKey: ['foreign-images'],
    queryFn: () => import('../../../ui/foreign-images.ts'),
    staleTime: Infinity,
    enabled: markdown.includes('!['),
  });

  function replace(address: string, copy: string): void {
    // the present text, which may have been changed since
    const area = document.getElementById(field) as HTMLTextAreaElement | null;
    if (area && tools) onChange(tools.replaceImageAddress(area.value, address, copy));
  }

  return (
    <ForeignImages
      images={tools?.findForeignImages(markdown, ownOrigins()) ?? []}
      next={field}
      onCopied={replace}
    />
  );
}

interface ForeignPictureProps extends Pick<ForeignImagesProps, 'next'> {
  url: string;
  onCopied: (copy: string) => void;
}

/** After the last key press, so that a screen reader does not read out parts of a host. */
const pauseMs = 800;

/** For a field with the URL of one picture. */
export function ForeignPicture({ url, next, onCopied }: ForeignPictureProps) {
  const [typed, setTyped] = useState(url);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(url), pauseMs);
    return () => clearTimeout(timer);
  }, [url]);
  const images = typed === url && isForeignUrl(url, ownOrigins()) ? [url] : [];
  return <ForeignImages images={images} next={next} onCopied={(_address, copy) => onCopied(copy)} />;
}
