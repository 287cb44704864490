// The page behind the unsubscribe link in emails: action, question, result.
import { agencyOf, useAgency } from '../../agency/use-agency.ts';
import { serverClient } from '../../data/server-client.ts';
import { formatPageTitle } from '../../seo/format-head-texts.ts';
import { noindexPageHead, removeHeadTitle } from '../../seo/page-head.ts';
import { Button } from '../../ui/button.tsx';
import { receiveVisitorForm } from '../lead-form/receive-visitor-form.ts';
import { TextWithContactLinks } from '../page/text-with-contact-links.tsx';
import { ErrorLayout } from '../page/error-layout.tsx';
import type { Route } from './+types/unsubscribe.ts';
import { unsubscribeTexts as t } from './unsubscribe-texts.ts';

type Outcome = 'done' | 'invalid' | 'failed';

/** Changes nothing, because programs that check mail open its links. */
export function loader() {
  return null;
}

/** For the button here and the one that mail programs show (RFC 8058). The body is ignored, and repeats are allowed. */
export function action({ context, params, request }: Route.ActionArgs) {
  return receiveVisitorForm<null, null, boolean, Outcome>(context, request, {
    event: 'contact.not_unsubscribed',
    ignoresBody: true,
    read: () => null,
    check: () => ({ checked: null }),
    write: () => serverClient(context).rpc('unsubscribe', { token: params.token }),
    done: (isKnown) => (isKnown ? ['done', 200] : ['invalid', 404]),
    failed: () => 'failed',
    texts: {},
  });
}

/** The page renders its title itself, because the title contains the outcome. */
export function meta({ matches }: Route.MetaArgs) {
  const { name } = agencyOf(matches);
  return removeHeadTitle(noindexPageHead(matches, t.titles.asked, t.description(name)));
}

export default function UnsubscribePage({ actionData: outcome }: Route.ComponentProps) {
  const { name } = useAgency();
  const title = t.titles[outcome ?? 'asked'];
  return (
    <>
      <title>{formatPageTitle(title, name)}</title>
      <ErrorLayout title={title}>
        <p>
          {outcome === 'invalid' ? (
            <TextWithContactLinks text={t.invalid} />
          ) : outcome ? (
            t[outcome]
          ) : (
            t.asked(name)
          )}
        </p>
        {(!outcome || outcome === 'failed') && <UnsubscribeForm />}
      </ErrorLayout>
    </>
  );
}

/** The browser submits it itself, with and without scripts. */
function UnsubscribeForm() {
  return (
    <form method="post">
      <Button size="public" type="submit">
        {t.submit}
      </Button>
    </form>
  );
}
