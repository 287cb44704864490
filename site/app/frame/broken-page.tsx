import { agency } from '../agency.ts';
import { ButtonLink } from '../ui/button.tsx';
import { PublicFrame } from './public-frame.tsx';
import { Uncharted } from '../ui/sheet/uncharted.tsx';

/** When something broke on our side: plain words, a way on, a way to reach a person. */
export function BrokenPage() {
  return (
    <PublicFrame>
      <title>{`Something broke · ${agency.name}`}</title>
      <meta content="noindex" name="robots" />
      <Uncharted title="Something broke on our side">
        <p>
          Please try again in a minute. If it stays like this, call{' '}
          <a className="link" href={agency.phoneHref}>
            {agency.phone}
          </a>
          .
        </p>
        <ButtonLink to="/">Return to Home</ButtonLink>
      </Uncharted>
    </PublicFrame>
  );
}
