// Logo component: the agency's uploaded logo, or its name with a first letter or the sample agency's mark.
import { initialOf, isNearlySquare, type AgencyLogo } from '../agency/agency-logo.ts';
import { useAgency } from '../agency/use-agency.ts';
import { pictureSrcSetOf } from './picture-sources.ts';

/** The agency's logo or name. `markOnly` is for places that are as wide as high. */
export function Logo({ markOnly = false }: { markOnly?: boolean }) {
  const { name, logo, hasSampleMark } = useAgency();
  if (logo && (!markOnly || isNearlySquare(logo))) return <UploadedLogo logo={logo} name={name} />;
  return (
    <span className="logo">
      {hasSampleMark ? (
        <svg aria-hidden="true" fill="none" height="36" viewBox="0 0 42 36" width="42">
          <rect className="logo-ring" height="27" rx="10" strokeWidth="6" width="27" x="8" y="4.5" />
          <path className="logo-line" d="M1 29C13 28 15 9 41 8.5" strokeWidth="4.5" />
        </svg>
      ) : (
        <span aria-hidden="true" className="logo-initial">
          {initialOf(name)}
        </span>
      )}
      <span className={markOnly ? 'sr-only' : undefined}>{name}</span>
    </span>
  );
}

/** The style sheet shows the picture for the present background, on a plate if it would be invisible there. */
function UploadedLogo({ logo, name }: { logo: AgencyLogo; name: string }) {
  const { ground, dark } = logo;
  const pictures = dark ? [logo, dark] : [logo];
  return (
    <span className="logo-plate logo-picture" data-plate={dark || ground === 'any' ? undefined : ground}>
      {pictures.map(({ url, width, height }, i) => {
        const sources = pictureSrcSetOf(url);
        return (
          <img
            alt={name}
            className={dark ? (i === 0 ? 'logo-on-light' : 'logo-on-dark') : undefined}
            height={height}
            key={url}
            // a picture that is not shown is not loaded
            loading={dark ? 'lazy' : undefined}
            sizes={sources === null ? undefined : '15rem'}
            src={url}
            srcSet={sources ?? undefined}
            width={width}
          />
        );
      })}
    </span>
  );
}
