import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { browserClient } from '../../data/browser-client.ts';
import { useWrite } from '../../data/use-write.ts';
import { Button } from '../../ui/button.tsx';
import { errorMessage } from '../../ui/error-message.ts';
import { TextArea } from '../../ui/field.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { Panel } from '../screen/panel.tsx';
import { QueryResult } from '../screen/query-result.tsx';
import { showError } from '../screen/show-error.ts';
import { linesOf } from './agency-draft.ts';
import { agencyScreenTexts } from './agency-screen-texts.ts';

const t = agencyScreenTexts.partners;
const form = 'partners';
const key = 'partners';
/** As the database has it. */
const [mostNames, maxLength] = [40, 100];

async function readNames(): Promise<string> {
  const query = browserClient().from('partners').select('name').order('sort_order').order('name');
  const { data } = await query.limit(mostNames).throwOnError();
  return data.map(({ name }) => name).join('\n');
}

async function saveNames(names: string[]): Promise<void> {
  const { error } = await browserClient().rpc('save_partners', { names });
  if (error) throw new Error(errorMessage(error, { 42501: agencyScreenTexts.denied }));
}

function problemOf(names: readonly string[]): string | undefined {
  if (names.length > mostNames) return t.tooMany(mostNames);
  return names.some((name) => name.length > maxLength) ? t.tooLong(maxLength) : undefined;
}

interface PartnersProps {
  /** for the question before unsaved work is left */
  onChanged: (isChanged: boolean) => void;
}

/** The strip of names on the home page: records of their own, saved by themselves. */
export function Partners({ onChanged }: PartnersProps) {
  const query = useQuery({ queryKey: [key], queryFn: readNames, refetchOnWindowFocus: false });
  return (
    <Panel id="partners" padded stacked title={t.title}>
      <QueryResult failedText={t.failed} hidesRefetchErrors loadingText={t.loading} query={query}>
        {(stored) => <PartnerNames onChanged={onChanged} stored={stored} />}
      </QueryResult>
    </Panel>
  );
}

function PartnerNames({ stored, onChanged }: PartnersProps & { stored: string }) {
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const save = useWrite(saveNames, [key], { waits: true });

  function change(next: string | undefined): void {
    setTyped(next);
    setProblem(undefined);
    onChanged(next !== undefined && next !== stored);
  }

  function submit(): void {
    const names = linesOf(typed ?? stored);
    const found = problemOf(names);
    setProblem(found);
    if (found !== undefined) document.getElementById('agency-partners')?.focus();
    else
      save.mutate(names, {
        onSuccess() {
          change(undefined);
          toastSuccess({ title: agencyScreenTexts.saved, description: agencyScreenTexts.savedText, form });
        },
        onError: (error) => showError(error, form),
      });
  }

  return (
    <>
      <TextArea
        error={problem}
        hint={t.hint}
        id="agency-partners"
        label={t.label}
        name="partners"
        onChange={(event) => change(event.target.value)}
        optional
        readOnly={save.isPending}
        rows={6}
        value={typed ?? stored}
      />
      <div>
        <Button busy={save.isPending} busyText={t.saving} onClick={submit} variant="secondary">
          {t.save}
        </Button>
      </div>
    </>
  );
}
